// German texts for the rules of input fields.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const fieldRules: Copy['fieldRules'] = catalogue({
  username: {
    check: 'Prüfen Sie den Benutzernamen',
    rule: 'Ein Benutzername hat 1 bis {most} Zeichen ohne Zeilenumbruch.',
  },
  password: {
    check: 'Prüfen Sie das Passwort',
    rule: 'Ein Passwort hat 1 bis {most} Zeichen ohne Zeilenumbruch.',
  },
  code: { check: 'Prüfen Sie den Code', rule: 'Ein Code hat sechs Ziffern.' },
  key: {
    check: 'Prüfen Sie den Schlüssel',
    rule: 'Ein Schlüssel hat 1 bis {most} Zeichen ohne Zeilenumbruch.',
  },
  several: { check: 'Prüfen Sie Ihre Eingabe' },
  unknown: {
    check: 'Das konnte nicht gesendet werden',
    rule: 'Prüfen Sie Ihre Eingabe.',
    text: 'Prüfen Sie Ihre Eingabe und versuchen Sie es erneut.',
  },
});
