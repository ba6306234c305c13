// German texts for the community section on the account screen.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const community: Copy['community'] = catalogue({
  title: 'Gemeinschaft',
  text: 'Von Zeit zu Zeit gezählt, nicht in jedem Augenblick.',
  users: 'Benutzer',
  usersOnline: 'Gerade online',
  keys: 'Lizenzschlüssel',
  orMore: '{count} oder mehr',
  names: 'Wer online ist',
  moreNames: {
    one: '{count} weiterer',
    other: '{count} weitere',
  },
  nobody: 'Gerade niemand.',
});
