// German: failed requests of the desk. Failures of the seller API are in @latchkey/seller-copy.
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';
import type { Copy } from '../copy.ts';

export const failures: Copy['failures'] = {
  rateLimited: (wait) => `Zu viele Versuche. Versuchen Sie es in ${wait} erneut.`,
  unknown: (code) => `Es ist ein Fehler aufgetreten (${code}). Versuchen Sie es erneut.`,
  byCode: {
    'no-connection': 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    'no-answer-in-time':
      'Der Dienst hat nicht rechtzeitig geantwortet. Prüfen Sie, ob die Änderung erfolgt ist.',
    'signed-out': 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
    'other-person': 'Jemand anderes ist angemeldet. Laden Sie die Seite neu.',
    'cross-site': 'Der Dienst lehnt diese Adresse ab. Öffnen Sie die übliche Adresse.',
    'application-unknown': 'Sie dürfen an dieser Anwendung nicht mehr arbeiten.',
    'wrong-password': 'Inhaber-ID, Name oder Passwort ist falsch.',
    'bad-code': 'Dieser Code ist falsch oder wurde bereits verwendet.',
    'invitation-over': 'Diese Einladung ist nicht mehr gültig.',
    'password-short': `Das Passwort braucht mindestens ${minPersonPasswordLength} Zeichen.`,
    'code-needed': 'Geben Sie einen Code Ihres zweiten Faktors ein.',
    'second-factor-on': 'Der zweite Faktor ist bereits ein.',
    'second-factor-off': 'Der zweite Faktor ist bereits aus.',
    'offer-expired': 'Das hat zu lange gedauert. Beginnen Sie erneut.',
    'owner-needed': 'Nur ein Inhaber kann Anwendungen erstellen.',
    'application-exists': 'Sie haben schon eine Anwendung mit diesem Namen.',
    'page-fault': 'Die Seite hat einen Fehler. Laden Sie sie neu.',
  },
};
