// German texts for the list of saved accounts.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const keptList: Copy['keptList'] = catalogue({
  title: 'Konto wählen',
  byKey: 'Nur mit Schlüssel',
  incomplete: 'Passwort erforderlich',
  another: 'Anderes Konto verwenden',
  forget: 'Entfernen',
  forgetOne: '{name} entfernen',
  forgetTitle: '{name} entfernen?',
  forgetText:
    'Benutzername und Passwort werden von diesem Computer entfernt. Das Konto wird nicht gelöscht.',
  forgetKeyText:
    'Der Schlüssel wird von diesem Computer entfernt. Bewahren Sie ihn auf: Ohne ihn können Sie sich nicht anmelden.',
  keep: 'Behalten',
  forgotten: '{name} wurde von diesem Computer entfernt.',
});
