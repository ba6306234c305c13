// German texts for the account's options.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const options: Copy['options'] = catalogue({
  heading: 'Ihre Einstellungen',
  text: 'Sie folgen Ihrem Konto auf jeden Computer und zählen ab dem nächsten Start von {brand}.',
  reading: 'Ihre Einstellungen werden gelesen…',
  save: 'Speichern',
  saveOne: '{label} speichern',
  saving: 'Wird gespeichert…',
  saved: 'Gespeichert: {value}.',
  elsewhere:
    'Inzwischen wurde {value} gewählt, auf einem anderen Computer oder von {brand}. Nichts wurde gespeichert; wählen Sie erneut, um es zu ersetzen.',
  lost: 'Der Dienst meldete, es sei gespeichert, aber er hat weiterhin {value}.',
  again: 'Erneut lesen',
});
