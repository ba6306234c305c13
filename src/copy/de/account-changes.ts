// German texts for the forgotten password and the new user name.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const forgot: Copy['forgot'] = catalogue({
  title: 'Passwort vergessen',
  lead: 'Geben Sie Benutzernamen und E‑Mail-Adresse ein. Sie erhalten einen Link für ein neues Passwort.',
  usernameMissing: 'Geben Sie Ihren Benutzernamen ein.',
  submit: 'Link senden',
  busyLabel: 'Link wird gesendet …',
  sentTitle: 'Prüfen Sie Ihr Postfach',
  sent: 'Öffnen Sie den Link in der E‑Mail und wählen Sie ein neues Passwort für {name}.',
  sentTo: 'E‑Mail-Adresse',
  sentAt: 'Angefordert',
  nothingReceived:
    'Nach zehn Minuten keine E‑Mail? Prüfen Sie den Spam-Ordner, senden Sie sie erneut oder wenden Sie sich an {brand}.',
  signIn: 'Anmelden',
  again: 'Erneut senden',
});

export const newName: Copy['newName'] = catalogue({
  title: 'Benutzernamen ändern',
  lead: 'Ihr Benutzername ist {name}.',
  label: 'Neuer Benutzername',
  missing: 'Geben Sie einen neuen Benutzernamen ein.',
  same: 'Das ist bereits Ihr Benutzername.',
  before:
    'Dabei werden Sie abgemeldet. Ihr Passwort bleibt gleich. Ein gespeichertes Konto wird automatisch wieder angemeldet.',
  submit: 'Namen ändern',
  busyLabel: 'Name wird geändert …',
});

export const whileForgot: Copy['whileForgot'] = catalogue({
  timeout: {
    title: 'Der Dienst hat nicht rechtzeitig geantwortet',
    text: 'Ihre E‑Mail ist vielleicht schon unterwegs. Prüfen Sie Ihr Postfach, bevor Sie es erneut versuchen.',
    brief:
      'Der Dienst hat nicht rechtzeitig geantwortet. Prüfen Sie Ihr Postfach, bevor Sie es erneut versuchen.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Ihre E‑Mail ist vielleicht schon unterwegs. Prüfen Sie Ihr Postfach, bevor Sie es erneut versuchen.',
    brief:
      'Abgebrochen. Ihre E‑Mail ist vielleicht schon unterwegs. Prüfen Sie zuerst Ihr Postfach.',
  },
});

export const whileLostKey: Copy['whileLostKey'] = catalogue({
  'mail-unavailable': {
    title: 'Der Dienst kann keine E‑Mails senden',
    text: 'Ihren Schlüssel erhalten Sie von {brand}.',
  },
});
