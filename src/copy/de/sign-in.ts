// German texts for the sign-in form.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const signIn: Copy['signIn'] = catalogue({
  title: 'Anmelden',
  lead: 'Weiter zu {name}',
  username: 'Benutzername',
  usernameMissing: 'Geben Sie Ihren Benutzernamen ein.',
  passwordMissing: 'Geben Sie Ihr Passwort ein.',
  submit: 'Anmelden',
  busyLabel: 'Anmeldung läuft …',
  haveKey: 'Haben Sie einen Lizenzschlüssel?',
  trial: '{time} kostenlos testen',
  toList: 'Gespeicherte Konten',
});

export const password: Copy['password'] = catalogue({
  label: 'Passwort',
  show: 'Passwort anzeigen',
});

export const remember: Copy['remember'] = catalogue({
  label: 'Angemeldet bleiben',
  storageHint: 'Speichert Benutzernamen und Passwort verschlüsselt auf diesem Computer.',
  full: 'Sie können fünf Konten speichern. Für dieses Konto wird {name} entfernt.',
  impossible: {
    'no-key-store': 'Nicht verfügbar: Dieses System kann Konten nicht sicher speichern.',
    'plaintext-store': 'Nicht verfügbar: Dieses System würde Konten unverschlüsselt speichern.',
    'data-folder': 'Nicht verfügbar: Auf diesem Computer kann nichts gespeichert werden.',
    preview: 'In der Vorschau nicht verfügbar.',
  },
});
