// German texts for the forgotten password and the new user name.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const forgot: Copy['forgot'] = catalogue({
  title: 'Ein neues Passwort',
  lead: 'Eine E‑Mail mit einem Link geht an die E‑Mail-Adresse, mit der Ihr Konto angelegt wurde.',
  usernameMissing: 'Geben Sie den Benutzernamen des Kontos ein.',
  submit: 'E‑Mail senden',
  verb: 'Die E‑Mail wird angefordert…',
  sentTitle: 'Sehen Sie in Ihrem Postfach nach',
  sent: 'Der Dienst hat die Anfrage für {name} angenommen. Die E‑Mail enthält einen Link zu einer Seite, auf der Sie ein neues Passwort wählen.',
  sentTo: 'E‑Mail-Adresse',
  sentAt: 'Angefordert',
  none: 'Nach zehn Minuten keine E‑Mail? Sehen Sie im Spam-Ordner nach. Fordern Sie sie dann erneut an oder fragen Sie {brand}.',
  signIn: 'Anmelden',
  again: 'Erneut anfordern',
});

export const newName: Copy['newName'] = catalogue({
  title: 'Benutzernamen ändern',
  lead: 'Derzeit heißen Sie {name}.',
  label: 'Neuer Benutzername',
  missing: 'Geben Sie den neuen Benutzernamen ein.',
  same: 'So heißen Sie schon.',
  before:
    'Die Änderung meldet Sie ab. Wenn Sie hier angemeldet bleiben, meldet sich der neue Name von selbst an; sonst melden Sie sich damit und mit Ihrem bisherigen Passwort an.',
  submit: 'Namen ändern',
  verb: 'Ihr Name wird geändert…',
});

export const whileForgot: Copy['whileForgot'] = catalogue({
  timeout: {
    title: 'Es kam keine Antwort',
    text: 'Die E‑Mail ist vielleicht trotzdem unterwegs. Sehen Sie in Ihrem Postfach nach, bevor Sie sie erneut anfordern.',
    brief: 'Es kam keine Antwort. Sehen Sie in Ihrem Postfach nach, bevor Sie es erneut versuchen.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Die E‑Mail ist vielleicht trotzdem unterwegs. Sehen Sie in Ihrem Postfach nach, bevor Sie sie erneut anfordern.',
    brief:
      'Abgebrochen. Sehen Sie erst in Ihrem Postfach nach: Die E‑Mail ist vielleicht unterwegs.',
  },
});
