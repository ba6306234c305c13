// German texts for the account's options.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const options: Copy['options'] = catalogue({
  heading: 'Ihre Einstellungen',
  text: 'In Ihrem Konto gespeichert. Änderungen gelten ab dem nächsten Start von {brand}.',
  reading: 'Einstellungen werden geladen …',
  save: 'Speichern',
  saveOne: '{label} speichern',
  saving: 'Wird gespeichert …',
  saved: 'Gespeichert: {value}.',
  elsewhere:
    'Diese Einstellung wurde auf einem anderen Computer oder von {brand} in {value} geändert. Wählen Sie erneut, um sie zu ersetzen.',
  lost: 'Ihre Auswahl wurde nicht gespeichert. Es gilt weiterhin {value}.',
  again: 'Erneut versuchen',
});
