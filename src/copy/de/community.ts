// German texts for the community section in the settings.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const community: Copy['community'] = catalogue({
  title: 'Community',
  text: 'Wird von Zeit zu Zeit aktualisiert.',
  users: 'Benutzer',
  usersOnline: 'Gerade online',
  keys: 'Schlüssel',
  orMore: '{count} oder mehr',
  names: 'Benutzer online',
  moreNames: {
    one: '{count} weiterer',
    other: '{count} weitere',
  },
  nobody: 'Gerade niemand.',
});
