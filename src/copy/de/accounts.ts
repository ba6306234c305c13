// German texts for the key screen and its forms.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const keyDoor: Copy['keyDoor'] = catalogue({
  title: 'Ihr Schlüssel',
  lead: 'Fügen Sie ihn ein, wie er kam, auch die ganze E‑Mail.',
  paste: 'Einfügen',
  nothingToPaste:
    'Es gibt keinen Text zum Einfügen oder viel zu viel. Kopieren Sie erst den Schlüssel.',
  back: 'Zurück',
  usedOrAlone:
    'Dieser Schlüssel ist benutzt. Melden Sie sich mit seinem Konto an oder nur mit dem Schlüssel.',
  ways: {
    register: {
      label: 'Konto anlegen',
      text: 'Mit unbenutztem Schlüssel, Name und Passwort.',
    },
    redeem: {
      label: 'Für mein Konto einlösen',
      text: 'Er zählt dann für ein Konto, das Sie schon haben.',
    },
    keySignIn: {
      label: 'Nur mit dem Schlüssel anmelden',
      text: 'Ohne Passwort: Wer den Schlüssel hat, kommt hinein.',
    },
  },
});

export const register: Copy['register'] = catalogue({
  title: 'Konto anlegen',
  lead: 'Mit dem Schlüssel {key}, der von da an dafür zählt.',
  usernameMissing: 'Wählen Sie einen Benutzernamen.',
  usernameRule: 'Damit melden Sie sich an. Bis zu {most} Zeichen.',
  passwordMissing: 'Wählen Sie ein Passwort.',
  passwordRule: 'Bis zu {most} beliebige Zeichen. Vier zufällige Wörter sind ein gutes.',
  strength: {
    short: 'Kurz, also leicht zu erraten. Länger ist sicherer.',
    plain: 'Leicht zu erraten: wenige verschiedene Zeichen, oder der Benutzername steht darin.',
    fair: 'Mittel. Einige Zeichen mehr machen es sicherer.',
    good: 'Gut: lang genug, um schwer zu erraten zu sein.',
  },
  email: 'E‑Mail-Adresse',
  emailOptional: 'E‑Mail-Adresse (freiwillig)',
  emailWhy: 'Nur für eins: eine E‑Mail für ein neues Passwort, falls Sie Ihres vergessen.',
  emailMissing: 'Geben Sie Ihre E‑Mail-Adresse ein.',
  emailRule: 'Das ist keine E‑Mail-Adresse. Eine sieht aus wie name@example.com.',
  submit: 'Konto anlegen',
  verb: 'Ihr Konto wird angelegt…',
});

export const keyAlone: Copy['keyAlone'] = catalogue({
  title: 'Nur mit dem Schlüssel anmelden',
  lead: 'Der Schlüssel ist Benutzername und Passwort in einem.',
  fresh:
    'Ein unbenutzter Schlüssel wird für immer zu einem eigenen Konto. Das ist kein Einlösen: Er kann dann für kein anderes Konto mehr zählen.',
  how: 'Speichert den Schlüssel verschlüsselt im Schlüsselspeicher dieses Computers.',
  submit: 'Mit dem Schlüssel anmelden',
  verb: 'Der Schlüssel wird geprüft…',
});

export const whileRegistering: Copy['whileRegistering'] = catalogue({
  'key-used': {
    title: 'Dieser Schlüssel wurde bereits benutzt',
    text: 'Deshalb legt er kein Konto an. Melden Sie sich mit dem Konto an, für das er zählt.',
    brief: 'Dieser Schlüssel ist benutzt. Melden Sie sich mit dem Konto an, für das er zählt.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Es war noch keine Antwort da, also gibt es das Konto vielleicht schon. Wenn Sie es erneut senden, wird das zuerst geprüft.',
    brief:
      'Abgebrochen. Vielleicht gibt es das Konto schon: Senden Sie erneut, dann wird das zuerst geprüft.',
  },
  timeout: {
    title: 'Es kam keine Antwort',
    text: 'Die Verbindung ist vielleicht langsam oder der Dienst ausgelastet. Das Konto gibt es vielleicht trotzdem schon. Wenn Sie es erneut senden, wird das zuerst geprüft.',
  },
});

export const whileKeyAlone: Copy['whileKeyAlone'] = catalogue({
  'key-used': {
    title: 'Dieser Schlüssel wurde bereits benutzt',
    text: 'Ein Schlüssel, der für ein Konto eingelöst wurde, gilt dort: Melden Sie sich mit Benutzernamen und Passwort dieses Kontos an.',
  },
});
