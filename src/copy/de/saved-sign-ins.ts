// German texts for the list of saved accounts.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const savedSignInList: Copy['savedSignInList'] = catalogue({
  title: 'Konto wählen',
  byKey: 'Nur mit Schlüssel',
  incomplete: 'Passwort erforderlich',
  useAnother: 'Anderes Konto verwenden',
  remove: 'Entfernen',
  removeOne: '{name} entfernen',
  removeTitle: '{name} entfernen?',
  removeText:
    'Benutzername und Passwort werden von diesem Computer entfernt. Das Konto wird nicht gelöscht.',
  removeKeyText:
    'Der Schlüssel wird von diesem Computer entfernt. Bewahren Sie ihn auf: Ohne ihn können Sie sich nicht anmelden.',
  removeOfflineText: 'Sie können sich damit erst wieder anmelden, wenn Sie online sind.',
  keep: 'Behalten',
  removed: '{name} wurde von diesem Computer entfernt.',
});
