// German texts about recovery codes, and about changes of the account's security.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const recoveryCode: Copy['recoveryCode'] = catalogue({
  title: 'Wiederherstellungscode eingeben',
  lead: 'Sie melden sich als {name} an. Geben Sie einen Ihrer Wiederherstellungscodes ein.',
  label: 'Wiederherstellungscode',
  submit: 'Weiter',
  busyLabel: 'Wird geprüft …',
  back: 'Zurück',
  invalid: 'Der Code besteht aus acht Buchstaben und Ziffern, zum Beispiel 4f7k-92mx.',
  use: 'Wiederherstellungscode verwenden',
  useApp: 'Code aus der App verwenden',
});

export const badRecoveryCode: Copy['badRecoveryCode'] = catalogue({
  title: 'Dieser Wiederherstellungscode ist falsch',
  text: 'Prüfen Sie ihn oder verwenden Sie einen anderen. Jeder gilt nur einmal.',
  short: 'Dieser Code ist falsch.',
  brief: 'Dieser Code ist falsch. Prüfen Sie ihn oder verwenden Sie einen anderen.',
});

export const recoveryCodes: Copy['recoveryCodes'] = catalogue({
  heading: 'Wiederherstellungs­codes',
  left: {
    one: 'Noch {count} von {all}. Damit melden Sie sich ohne Ihr Smartphone an.',
    other: 'Noch {count} von {all}. Damit melden Sie sich ohne Ihr Smartphone an.',
  },
  none: 'Mit einem Wiederherstellungscode können Sie sich ohne Ihr Smartphone anmelden.',
  noneChip: 'Keine',
  make: 'Neue Codes',
  makeTitle: 'Neue Wiederherstellungscodes',
  replaces: 'Ihre alten Codes gelten, bis Sie die neuen bestätigt haben.',
  first: 'Mit jedem Code melden Sie sich einmal ohne Ihr Smartphone an.',
  submit: 'Weiter',
  busyLabel: 'Codes werden erstellt …',
  saveTitle: 'Codes sichern',
  saveLead:
    'Mit jedem Code melden Sie sich einmal ohne Ihr Smartphone an. Sie sehen die Codes nur jetzt.',
  list: 'Ihre Wiederherstellungscodes',
  copy: 'Kopieren',
  save: 'Speichern',
  saved: 'Gespeichert',
  print: 'Drucken',
  printTitle: 'Wiederherstellungscodes für {brand}',
  printAccount: 'Konto: {name}',
  next: 'Ich habe sie gesichert',
  confirmTitle: 'Einen der Codes eingeben',
  confirmLead: 'Das prüft, ob Sie die Codes gesichert haben. Der Code bleibt gültig.',
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt …',
});

export const recoveryOutcomes: Copy['recoveryOutcomes'] = catalogue({
  confirmed: {
    title: 'Ihre neuen Wiederherstellungscodes gelten jetzt',
    text: 'Die alten gelten nicht mehr.',
  },
  'confirmed-first': {
    title: 'Ihre Wiederherstellungscodes gelten jetzt',
    text: 'Damit melden Sie sich ohne Ihr Smartphone an.',
  },
  left: {
    title: 'Ihre neuen Wiederherstellungscodes gelten noch nicht',
    text: 'Sie haben sie nicht bestätigt. Ihre alten gelten weiter.',
  },
  'left-without': {
    title: 'Sie haben noch keine Wiederherstellungscodes',
    text: 'Sie haben sie nicht bestätigt. Erstellen Sie neue.',
  },
  'turned-on': {
    title: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
    text: 'Ihre Wiederherstellungscodes gelten jetzt. Damit melden Sie sich ohne Ihr Smartphone an.',
  },
  'turned-on-without': {
    title: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
    text: 'Sie haben die Codes nicht bestätigt. Erstellen Sie neue.',
  },
});

export const securityEvents: Copy['securityEvents'] = catalogue({
  title: 'Letzte Änderungen',
  text: 'Waren Sie das nicht, ändern Sie Ihr Passwort.',
  'password-changed': {
    user: 'Passwort geändert',
    seller: 'Passwort von {brand} geändert',
    link: 'Passwort mit einem Link aus einer E‑Mail geändert',
  },
  'email-changed': 'E‑Mail geändert',
  'deletion-requested': 'Löschung des Kontos beantragt. Im Browser können Sie sie abbrechen.',
  'deletion-taken-back': 'Löschung des Kontos abgebrochen',
  'computer-removed': { user: '{name} entfernt', seller: '{name} von {brand} entfernt' },
  'recovery-code-used': 'Wiederherstellungscode verwendet',
  'two-factor-on': 'Zwei-Faktor-Anmeldung eingeschaltet',
  'two-factor-off': {
    user: 'Zwei-Faktor-Anmeldung ausgeschaltet',
    seller: 'Zwei-Faktor-Anmeldung von {brand} ausgeschaltet',
  },
});

export const whileMakingCodes: Copy['whileMakingCodes'] = catalogue({
  'bad-credentials': {
    title: 'Passwort falsch',
    text: 'Geben Sie Ihr Passwort erneut ein.',
    brief: 'Das Passwort ist falsch. Versuchen Sie es erneut.',
  },
});

export const whileConfirmingCodes: Copy['whileConfirmingCodes'] = catalogue({
  timeout: {
    title: 'Der Dienst hat nicht rechtzeitig geantwortet',
    text: 'Vielleicht gelten die neuen Codes schon. Behalten Sie auch die alten und versuchen Sie es erneut.',
  },
  interrupted: {
    title: 'Die Verbindung wurde unterbrochen',
    text: 'Vielleicht gelten die neuen Codes schon. Behalten Sie auch die alten und versuchen Sie es erneut.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Vielleicht gelten die neuen Codes schon. Behalten Sie auch die alten und versuchen Sie es erneut.',
  },
  'recovery-expired': {
    title: 'Diese Codes lassen sich nicht mehr bestätigen',
    text: 'Gehen Sie zurück und erstellen Sie neue. Behalten Sie bis dahin alle Codes.',
    brief:
      'Diese Codes lassen sich nicht mehr bestätigen. Gehen Sie zurück und erstellen Sie neue.',
  },
});
