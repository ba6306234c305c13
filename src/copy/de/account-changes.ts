// German: a forgotten password and another user name.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const forgot: Copy['forgot'] = catalogue({
  title: 'Ein neues Passwort',
  lead: 'Eine E‑Mail mit einem Link geht an die Adresse, mit der Ihr Konto angelegt wurde.',
  usernameMissing: 'Geben Sie den Benutzernamen des Kontos ein.',
  submit: 'E‑Mail senden',
  verb: 'Die E‑Mail wird angefordert…',
  sentTitle: 'Sehen Sie in Ihr Postfach',
  sent: 'Der Dienst hat die Anfrage für {name} angenommen. Die E‑Mail hat einen Link zu einer Seite, auf der Sie ein neues Passwort wählen.',
  sentTo: 'Adresse',
  sentAt: 'Angefordert',
  none: 'Nach zehn Minuten keine E‑Mail? Sehen Sie im Spam-Ordner nach. Fordern Sie sie dann erneut an oder fragen Sie {brand}.',
  signIn: 'Anmelden',
  again: 'Erneut anfordern',
});

export const newName: Copy['newName'] = catalogue({
  title: 'Benutzernamen ändern',
  lead: 'Jetzt heißen Sie {name}.',
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
    text: 'Die E‑Mail ist vielleicht trotzdem unterwegs. Sehen Sie in Ihr Postfach, bevor Sie sie erneut anfordern.',
    brief: 'Es kam keine Antwort. Sehen Sie in Ihr Postfach, bevor Sie erneut anfordern.',
  },
  cancelled: {
    title: 'Angehalten',
    text: 'Die E‑Mail ist vielleicht trotzdem unterwegs. Sehen Sie in Ihr Postfach, bevor Sie sie erneut anfordern.',
    brief: 'Angehalten. Sehen Sie erst in Ihr Postfach: Die E‑Mail ist vielleicht unterwegs.',
  },
});
