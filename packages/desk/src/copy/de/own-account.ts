// German: the own account: sessions, second factor, password and language.
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';
import type { Copy } from '../copy.ts';

export const ownAccount: Copy['ownAccount'] = {
  title: 'Ihr Konto',
  password: 'Passwort',
  passwordText: 'Wenn Sie es ändern, enden alle anderen Sitzungen.',
  changePassword: 'Passwort ändern',
  language: 'Sprache',
  languages: { en: 'English', de: 'Deutsch' },
  input: 'Sprache und Tastatur',
  slash: 'Taste / öffnet die Suche',
  slashHint: 'Schalten Sie sie bei Spracheingabe aus.',
};

export const passwordChange: Copy['passwordChange'] = {
  title: 'Passwort ändern',
  text: 'Hier bleiben Sie angemeldet. Alle anderen Sitzungen enden.',
  present: 'Bisheriges Passwort',
  next: 'Neues Passwort',
  hint: `Mindestens ${minPersonPasswordLength} Zeichen.`,
  again: 'Neues Passwort wiederholen',
  different: 'Die Passwörter stimmen nicht überein.',
  short: `Das Passwort braucht mindestens ${minPersonPasswordLength} Zeichen.`,
  code: 'Einmalcode oder Wiederherstellungscode',
  wrong: 'Das bisherige Passwort ist falsch.',
  submit: 'Passwort ändern',
  done: 'Ihr Passwort ist geändert.',
};

export const secondFactor: Copy['secondFactor'] = {
  title: 'Zweiter Faktor',
  on: 'Ein',
  off: 'Aus',
  onText: 'Die Anmeldung braucht einen Code Ihrer Authenticator-App.',
  offText: 'Mit einem zweiten Faktor reicht ein gestohlenes Passwort nicht aus.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  scanTitle: 'Code scannen',
  scanText: 'Scannen Sie ihn mit Ihrer Authenticator-App, und geben Sie deren Code ein.',
  qr: 'QR-Code für Ihre Authenticator-App',
  manual: 'Oder geben Sie diesen Schlüssel in der App ein:',
  copyKey: 'Schlüssel kopieren',
  code: 'Code der App',
  confirm: 'Einschalten',
  codesTitle: 'Wiederherstellungscodes sichern',
  codesText: 'Jeder Code gilt einmal, falls Sie die App verlieren. Sie werden nur jetzt angezeigt.',
  copyCodes: 'Codes kopieren',
  saveCodes: 'Als Datei speichern',
  fileName: 'latchkey-wiederherstellungscodes.txt',
  saved: 'Ich habe sie gesichert',
  turnOffTitle: 'Zweiten Faktor ausschalten?',
  turnOffText:
    'Danach reicht Ihr Passwort für die Anmeldung. Ihre Wiederherstellungscodes werden ungültig.',
  turnOffCode: 'Einmalcode oder Wiederherstellungscode',
  offDone: 'Der zweite Faktor ist aus.',
  onDone: 'Der zweite Faktor ist ein.',
};

export const sessions: Copy['sessions'] = {
  title: 'Sitzungen',
  text: 'Hier sind Sie angemeldet.',
  current: 'Diese',
  browser: 'Browser',
  address: 'IP-Adresse',
  since: 'Angemeldet',
  seen: 'Zuletzt verwendet',
  actions: 'Aktionen',
  unknownBrowser: 'Unbekannter Browser',
  browserOn: (browser, system) => `${browser} auf ${system}`,
  end: 'Beenden',
  endOf: (browser) => `Sitzung von ${browser} beenden`,
  endTitle: (browser) => `Sitzung von ${browser} beenden?`,
  endText: 'Dort ist danach eine neue Anmeldung nötig.',
  endDone: 'Die Sitzung ist beendet.',
  endOthers: 'Alle anderen beenden',
  endOthersTitle: 'Alle anderen Sitzungen beenden?',
  endOthersText: (count, shown) =>
    count === 1
      ? 'Eine Sitzung endet. Hier bleiben Sie angemeldet.'
      : `${shown} Sitzungen enden. Hier bleiben Sie angemeldet.`,
  endOthersSubmit: (count, shown) =>
    count === 1 ? '1 Sitzung beenden' : `${shown} Sitzungen beenden`,
  endOthersDone: 'Alle anderen Sitzungen sind beendet.',
};

export const newApplication: Copy['newApplication'] = {
  title: 'Anwendungen',
  create: 'Neue Anwendung',
  text: 'Sie hat eigene Benutzer, Lizenzschlüssel und Einstellungen.',
  name: 'Name',
  subscription: 'Erstes Abonnement',
  usualSubscription: 'Standard',
  missing: 'Geben Sie einen Namen ein.',
  submit: 'Erstellen',
  ready: (name) => `${name} ist bereit`,
  readyText: 'Der Verkäuferschlüssel erlaubt darin alles. Er wird nur jetzt angezeigt.',
  sellerKey: 'Verkäuferschlüssel',
  configuration:
    'Für loader.config.json. Ersetzen Sie die Adresse, wenn Loader eine andere benutzen.',
  open: (name) => `${name} öffnen`,
};
