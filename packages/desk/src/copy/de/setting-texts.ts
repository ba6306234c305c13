// German: when users see each of the texts that a seller can change.
import type { SettingWords } from '../../pages/settings/setting-names.ts';

export const texts: SettingWords['texts'] = {
  passinvalidmsg: 'Name oder Passwort falsch',
  userinvalidmsg: 'Unbekannter Benutzer',
  usernametakenmsg: 'Benutzername vergeben',
  licenseinvalidmsg: 'Unbekannter Lizenzschlüssel',
  keytakenmsg: 'Lizenzschlüssel schon eingelöst',
  keybannedmsg: 'Lizenzschlüssel gesperrt',
  nosubmsg: 'Kein Abonnement für die Stufe des Schlüssels',
  noactivesubmsg: 'Kein Abonnement',
  expiredmsg: 'Abonnement abgelaufen',
  pausedmsg: 'Abonnement pausiert',
  bannedmsg: 'Benutzer gesperrt',
  blackedmsg: 'Auf der Sperrliste',
  hwidmismatchmsg: 'Anderer Computer',
  disabledmsg: 'Anwendung ausgeschaltet',
  apppausedmsg: 'Anwendung pausiert',
  hashcheckfailmsg: 'Verändertes Programm',
  tokeninvalidmsg: 'Unbekanntes Token',
  sessionunauthedmsg: 'Nicht angemeldet',
  chatdelaymsg: 'Zu schnelle Nachrichten im Chat',
};
