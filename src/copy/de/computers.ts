// German texts about the computers, sessions and password of an account.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const removal: Copy['removal'] = catalogue({
  title: 'Stattdessen diesen Computer verwenden?',
  inUse: {
    one: 'Sie verwenden bereits einen anderen Computer. Entfernen Sie ihn, um hier fortzufahren.',
    other: 'Sie verwenden bereits {count} Computer. Entfernen Sie einen, um hier fortzufahren.',
  },
  list: 'Ihre Computer',
  remove: 'Entfernen',
  removeOne: '{name} entfernen',
  removing: 'Wird entfernt …',
  confirmTitle: '{name} entfernen?',
  confirmText: 'Dort werden Sie abgemeldet, und hier können Sie weiterarbeiten.',
  worksOffline: 'Bis {date} offline nutzbar',
  confirmOffline: 'Er ist bis {date} offline nutzbar. Hier können Sie weiterarbeiten.',
  confirmHeld: 'Er ist bis {date} offline nutzbar. Vorher können Sie sich hier nicht anmelden.',
  confirm: 'Entfernen und hier anmelden',
  keep: 'Behalten',
  left: {
    one: 'Das ist in den nächsten 30 Tagen noch {count}-mal möglich.',
    other: 'Das ist in den nächsten 30 Tagen noch {count}-mal möglich.',
  },
  next: 'Ein weiteres Mal ist es ab dem {date} möglich.',
  noneTitle: 'Alle Ihre Computer werden verwendet',
  noneText: 'Sie können zurzeit keinen entfernen.',
  noneUntil: 'Ab dem {date} können Sie einen entfernen.',
});

export const computers: Copy['computers'] = catalogue({
  title: 'Ihre Computer',
  reading: 'Ihre Computer werden abgerufen …',
  used: '{used} von {allowed} in Verwendung.',
  replace: 'Melden Sie sich auf einem anderen Computer an, um einen zu ersetzen.',
  current: 'Dieser Computer',
  unnamed: 'Computer ohne Namen',
  lastUsed: 'Zuletzt verwendet am {date}',
  again: 'Erneut versuchen',
  rename: 'Umbenennen',
  renameThis: 'Diesen Computer umbenennen',
  name: 'Name dieses Computers',
  nameMissing: 'Geben Sie einen Namen ein.',
  nameTooLong: 'Geben Sie höchstens {most} Zeichen ein.',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  cancel: 'Abbrechen',
  renamed: 'Dieser Computer heißt jetzt {name}.',
});

export const sessions: Copy['sessions'] = catalogue({
  title: 'Wo Sie angemeldet sind',
  reading: 'Ihre Anmeldungen werden abgerufen …',
  version: 'Loader {version}',
  active: 'Jetzt aktiv',
  lastActive: 'Zuletzt aktiv am {date}',
  end: 'Abmelden',
  endOne: '{name} abmelden',
  endOthers: 'Überall sonst abmelden',
  ended: '{name} ist abgemeldet.',
  othersEnded: 'Sie sind überall sonst abgemeldet.',
  savedElsewhere:
    'Ein Computer mit gespeichertem Konto kann sich erneut anmelden. Ein neues Passwort verhindert das.',
});

export const changePassword: Copy['changePassword'] = catalogue({
  title: 'Passwort ändern',
  lead: 'Überall sonst müssen Sie sich danach neu anmelden.',
  change: 'Ändern',
  current: 'Aktuelles Passwort',
  new: 'Neues Passwort',
  currentMissing: 'Geben Sie Ihr aktuelles Passwort ein.',
  newMissing: 'Geben Sie ein neues Passwort ein.',
  same: 'Das ist bereits Ihr Passwort.',
  submit: 'Passwort ändern',
  busyLabel: 'Passwort wird geändert …',
  cardText: 'Danach sind Sie überall sonst abgemeldet.',
  doneTitle: 'Ihr Passwort ist geändert',
  doneText: 'Verwenden Sie ab der nächsten Anmeldung das neue Passwort.',
});

export const sessionEndCauses: Copy['sessionEndCauses'] = catalogue({
  'computer-removed': {
    title: 'Dieser Computer wurde entfernt',
    text: 'Ein anderer Computer hat ihn ersetzt. Waren Sie das nicht, ändern Sie Ihr Passwort.',
  },
  'password-changed': {
    title: 'Ihr Passwort wurde geändert',
    text: 'Melden Sie sich mit dem neuen an. Waren Sie das nicht, wenden Sie sich an {brand}.',
  },
  'ended-elsewhere': {
    title: 'Sie wurden abgemeldet',
    text: 'Das geschah an einem anderen Computer. Waren Sie das nicht, ändern Sie Ihr Passwort.',
  },
  'session-limit': {
    title: 'Sie haben sich woanders angemeldet',
    text: 'Bei zu vielen Anmeldungen endet die älteste.',
  },
});

export const computerRefusals: Copy['computerRefusals'] = catalogue({
  'ticket-unknown': {
    title: 'Das hat zu lange gedauert',
    text: 'Es wurde kein Computer entfernt. Versuchen Sie es erneut.',
  },
  'computer-unknown': {
    title: 'Dieser Computer steht nicht in der Liste',
    text: 'Er wurde vielleicht entfernt. Melden Sie sich erneut an, um die aktuelle Liste zu sehen.',
  },
  'no-resets-left': {
    title: 'Sie können zurzeit keinen Computer entfernen',
    text: 'Versuchen Sie es später erneut oder wenden Sie sich an {brand}.',
  },
  'session-unknown': {
    title: 'Diese Anmeldung ist bereits beendet',
    text: 'Sie müssen nichts weiter tun.',
  },
});

export const whileChangingPassword: Copy['whileChangingPassword'] = catalogue({
  'bad-credentials': {
    title: 'Aktuelles Passwort falsch',
    text: 'Ihr Passwort ist unverändert. Geben Sie das aktuelle erneut ein.',
    brief: 'Das aktuelle Passwort ist falsch. Versuchen Sie es erneut.',
  },
  'code-needed': {
    title: 'Ein Einmalcode ist erforderlich',
    text: 'Geben Sie Ihr Passwort erneut ein und den Code, den Ihre App jetzt zeigt.',
    brief: 'Geben Sie Ihr Passwort erneut ein und den Code, den Ihre App jetzt zeigt.',
  },
  timeout: {
    title: 'Der Dienst hat nicht rechtzeitig geantwortet',
    text: 'Ihr Passwort ist vielleicht geändert. Gilt das alte nicht mehr, verwenden Sie das neue.',
  },
  interrupted: {
    title: 'Die Verbindung wurde unterbrochen',
    text: 'Ihr Passwort ist vielleicht geändert. Gilt das alte nicht mehr, verwenden Sie das neue.',
  },
  'bad-reply': {
    title: 'Die Antwort war nicht lesbar',
    text: 'Ihr Passwort ist vielleicht geändert. Gilt das alte nicht mehr, verwenden Sie das neue.',
  },
  'bad-signature': {
    title: 'Die Antwort war nicht prüfbar',
    text: 'Ihr Passwort ist vielleicht geändert. Gilt das alte nicht mehr, verwenden Sie das neue.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Ihr Passwort ist vielleicht geändert. Gilt das alte nicht mehr, verwenden Sie das neue.',
  },
});
