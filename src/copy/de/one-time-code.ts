// German texts for the form for a one-time code.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const code: Copy['code'] = catalogue({
  title: 'Code eingeben',
  lead: 'Anmeldung als {name}. Öffnen Sie Ihre Authenticator-App und geben Sie die 6 Ziffern ein, die sie anzeigt.',
  label: 'Sechsstelliger Code',
  onlyDigits: 'Ein Code besteht nur aus Ziffern.',
  short: 'Ein Code hat sechs Ziffern.',
  long: 'Ein Code hat sechs Ziffern; das sind {count}.',
  submit: 'Weiter',
  verb: 'Wird geprüft…',
  back: 'Zurück',
});
