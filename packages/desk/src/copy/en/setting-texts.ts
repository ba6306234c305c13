// English: when users see each of the texts that a seller can change.
import type { SettingWords } from '../../pages/settings/setting-names.ts';

export const texts: SettingWords['texts'] = {
  passinvalidmsg: 'Wrong name or password',
  userinvalidmsg: 'Unknown user',
  usernametakenmsg: 'User name already taken',
  licenseinvalidmsg: 'Unknown license key',
  keytakenmsg: 'License key already used',
  keybannedmsg: 'License key banned',
  nosubmsg: 'No subscription for the level of the key',
  noactivesubmsg: 'No subscription',
  expiredmsg: 'Subscription expired',
  pausedmsg: 'Subscription paused',
  bannedmsg: 'User banned',
  blackedmsg: 'On the blacklist',
  hwidmismatchmsg: 'Another computer',
  disabledmsg: 'Application turned off',
  apppausedmsg: 'Application paused',
  hashcheckfailmsg: 'Modified program',
  tokeninvalidmsg: 'Unknown token',
  sessionunauthedmsg: 'Not signed in',
  chatdelaymsg: 'Messages too fast in the chat',
};
