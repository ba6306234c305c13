// German texts for the key screen and its forms.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const keyScreen: Copy['keyScreen'] = catalogue({
  title: 'Ihr Schlüssel',
  lead: 'Fügen Sie Ihren Schlüssel oder die ganze E‑Mail mit dem Schlüssel ein.',
  paste: 'Einfügen',
  nothingToPaste:
    'Das konnte nicht eingefügt werden. Kopieren Sie nur Ihren Schlüssel und versuchen Sie es erneut.',
  alreadyUsed:
    'Dieser Schlüssel wurde bereits benutzt. Melden Sie sich mit dem zugehörigen Konto oder nur mit dem Schlüssel an.',
  actions: {
    register: {
      label: 'Konto erstellen',
      text: 'Noch kein Konto? Wählen Sie Benutzernamen und Passwort.',
    },
    redeem: {
      label: 'Für Ihr Konto einlösen',
      text: 'Lösen Sie den Schlüssel für ein bestehendes Konto ein.',
    },
    keySignIn: {
      label: 'Nur mit Schlüssel anmelden',
      text: 'Ohne Passwort. Jeder mit diesem Schlüssel kann sich anmelden.',
    },
  },
});

export const lostKey: Copy['lostKey'] = catalogue({
  link: 'Schlüssel verloren?',
  title: 'Schlüssel finden',
  lead: 'Geben Sie die E‑Mail-Adresse Ihrer Bestellung ein. Sie erhalten die Schlüssel per E‑Mail.',
  submit: 'Schlüssel senden',
  busyLabel: 'Schlüssel werden gesendet …',
  sent: 'Falls es Bestellungen mit dieser Adresse gibt, sind deren Schlüssel unterwegs.',
  enterKey: 'Schlüssel eingeben',
});

export const register: Copy['register'] = catalogue({
  title: 'Konto erstellen',
  lead: 'Ihr Schlüssel {key} wird für dieses Konto eingelöst.',
  usernameMissing: 'Wählen Sie einen Benutzernamen.',
  usernameRule: 'Damit melden Sie sich an. Bis zu {most} Zeichen.',
  passwordMissing: 'Wählen Sie ein Passwort.',
  passwordRule: 'Bis zu {most} Zeichen. Vier zufällige Wörter eignen sich gut.',
  passwordWeakness: {
    short: 'Zu kurz. Wählen Sie ein längeres Passwort.',
    plain:
      'Leicht zu erraten. Verwenden Sie mehr verschiedene Zeichen und nicht Ihren Benutzernamen.',
  },
  email: 'E‑Mail-Adresse',
  emailOptional: 'E‑Mail-Adresse (optional)',
  emailWhy: 'Falls Sie Ihr Passwort vergessen.',
  emailMissing: 'Geben Sie Ihre E‑Mail-Adresse ein.',
  emailRule: 'Geben Sie eine Adresse wie name@example.com ein.',
  submit: 'Konto erstellen',
  busyLabel: 'Konto wird erstellt …',
});

export const created: Copy['created'] = catalogue({
  title: 'Konto erstellt',
  lead: 'Sie sind als {name} angemeldet.',
  install: 'Installieren',
  continueButton: 'Weiter',
  notNow: 'Nicht jetzt',
});

export const keySignIn: Copy['keySignIn'] = catalogue({
  title: 'Nur mit Schlüssel anmelden',
  lead: 'Ihr Schlüssel ersetzt Benutzernamen und Passwort.',
  newKeyHint:
    'Ein neuer Schlüssel erstellt ein separates Konto. Für ein anderes gilt er dann nicht mehr.',
  storageHint: 'Speichert Ihren Schlüssel verschlüsselt auf diesem Computer.',
  submit: 'Mit Schlüssel anmelden',
  busyLabel: 'Schlüssel wird geprüft …',
});

export const whileRegistering: Copy['whileRegistering'] = catalogue({
  'key-used': {
    title: 'Dieser Schlüssel wurde bereits benutzt',
    text: 'Melden Sie sich mit dem Konto an, für das er eingelöst wurde.',
    brief:
      'Dieser Schlüssel wurde bereits benutzt. Melden Sie sich mit dem Konto an, für das er eingelöst wurde.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Ihr Konto wurde vielleicht schon erstellt. Sie können es bedenkenlos erneut versuchen.',
    brief:
      'Abgebrochen. Ihr Konto wurde vielleicht schon erstellt. Sie können es bedenkenlos erneut versuchen.',
  },
  timeout: {
    title: 'Der Dienst hat nicht rechtzeitig geantwortet',
    text: 'Ihr Konto wurde vielleicht schon erstellt. Sie können es bedenkenlos erneut versuchen.',
  },
});

export const whileTrial: Copy['whileTrial'] = catalogue({
  'type-unknown': {
    title: 'Der kostenlose Testzeitraum wird nicht mehr angeboten',
    text: 'Lösen Sie einen Schlüssel ein.',
  },
});

export const whileKeySignIn: Copy['whileKeySignIn'] = catalogue({
  'key-used': {
    title: 'Dieser Schlüssel wurde bereits benutzt',
    text: 'Melden Sie sich mit Benutzernamen und Passwort des zugehörigen Kontos an.',
  },
});
