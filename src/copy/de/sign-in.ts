// German texts for the sign-in form.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const signIn: Copy['signIn'] = catalogue({
  title: 'Anmelden',
  lead: 'um {name} zu verwenden',
  username: 'Benutzername',
  usernameMissing: 'Geben Sie Ihren Benutzernamen ein.',
  passwordMissing: 'Geben Sie Ihr Passwort ein.',
  submit: 'Anmelden',
  verb: 'Anmeldung läuft…',
  haveKey: 'Ich habe einen Schlüssel',
  toList: 'Gespeicherte Anmeldungen',
});

export const password: Copy['password'] = catalogue({
  label: 'Passwort',
  show: 'Passwort anzeigen',
});

export const remember: Copy['remember'] = catalogue({
  label: 'Angemeldet bleiben',
  how: 'Speichert Benutzernamen und Passwort verschlüsselt im Schlüsselspeicher dieses Computers.',
  full: 'Hier werden höchstens fünf Anmeldungen gespeichert: Eine weitere tritt an die Stelle der von {name}, die am längsten nicht gebraucht wurde.',
  impossible: {
    'no-key-store':
      'Hier nicht möglich: Dieses System hat keinen Schlüsselspeicher, der ein Passwort sicher aufbewahrt.',
    'plaintext-store':
      'Hier nicht möglich: Der Schlüsselspeicher dieses Systems würde das Passwort nicht verschlüsseln.',
    'data-folder':
      'Hier nicht möglich: In den Ordner für die Daten dieses Programms kann nicht geschrieben werden.',
    preview: 'In der Vorschau nicht möglich: Ein Browser hat keinen Schlüsselspeicher.',
  },
});
