// Was die Nutzer einer Marke voneinander sehen.
import { catalogue } from '../sentences.ts';

export const community = catalogue({
  title: 'Gemeinschaft',
  text: 'Von Zeit zu Zeit gezählt, nicht in jedem Augenblick.',
  users: 'Nutzer',
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
