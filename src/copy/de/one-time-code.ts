// German texts for the form for a one-time code.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const code: Copy['code'] = catalogue({
  title: 'Code eingeben',
  lead: 'Sie melden sich als {name} an. Geben Sie die sechs Ziffern aus Ihrer Authenticator-App ein.',
  label: 'Sechsstelliger Code',
  onlyDigits: 'Ein Code besteht nur aus Ziffern.',
  short: 'Ein Code hat sechs Ziffern.',
  long: 'Ein Code hat sechs Ziffern. Dieser hat {count}.',
  submit: 'Weiter',
  busyLabel: 'Wird geprüft …',
  back: 'Zurück',
});
