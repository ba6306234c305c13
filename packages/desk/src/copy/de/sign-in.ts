// German: the sign-in, invitations, and the password before dangerous changes.
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';
import type { Copy } from '../copy.ts';

export const signIn: Copy['signIn'] = {
  title: 'Bei der Verwaltung anmelden',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
  ownerid: 'Inhaber-ID',
  owneridHint: 'Zehn Buchstaben oder Ziffern aus Ihrer Einladung.',
  name: 'Name',
  submit: 'Anmelden',
  busy: 'Anmeldung läuft …',
  codeTitle: 'Code eingeben',
  codeText: (name) => `${name}, öffnen Sie Ihre Authenticator-App.`,
  code: 'Einmalcode oder Wiederherstellungscode',
  continue: 'Weiter',
  back: 'Zurück',
  show: 'Passwort anzeigen',
};

export const invitation: Copy['invitation'] = {
  title: 'Willkommen',
  forApplication: (name, application) =>
    `${name}, Sie sind zur Mitarbeit an ${application} eingeladen.`,
  forPerson: (name) => `${name}, wählen Sie Ihr Passwort.`,
  knownPassword: 'Geben Sie Ihr bisheriges Passwort ein, um beizutreten.',
  notYours: (name) =>
    `${name} hat bereits ein Passwort. Ist es nicht Ihres? Bitten Sie um eine Einladung mit anderem Namen.`,
  choose: `Wählen Sie ein Passwort mit mindestens ${minPersonPasswordLength} Zeichen.`,
  newPassword: 'Neues Passwort',
  again: 'Passwort wiederholen',
  different: 'Die Passwörter stimmen nicht überein.',
  join: 'Beitreten',
  set: 'Passwort festlegen',
  over: 'Diese Einladung ist nicht mehr gültig',
  overText: 'Einladungen gelten einmal und 24 Stunden lang. Bitten Sie um eine neue.',
  toSignIn: 'Zur Anmeldung',
  joined: (application) => `Sie gehören jetzt zu ${application}`,
  done: 'Ihr Passwort ist festgelegt',
  doneText: (ownerid, name) =>
    `Melden Sie sich mit der Inhaber-ID ${ownerid} und dem Namen ${name} an.`,
};

export const signInAgain: Copy['signInAgain'] = {
  title: 'Ihre Sitzung ist beendet',
  text: (name, ownerid) =>
    `Melden Sie sich als ${name} (Inhaber-ID ${ownerid}) an, um hier fortzufahren.`,
};

export const leaving: Copy['leaving'] = {
  title: 'Ohne Abschluss verlassen?',
  text: 'Ihre Eingaben sind nicht gespeichert.',
  stay: 'Bleiben',
  leave: 'Verlassen',
};

export const gate: Copy['gate'] = {
  title: 'Passwort erneut eingeben',
  text: 'Diese Änderung ist wichtig. Bestätigen Sie, dass Sie es sind.',
  confirm: 'Weiter',
  wrong: 'Dieses Passwort ist falsch.',
};

export const otherPerson: Copy['otherPerson'] = {
  title: 'Jemand anderes ist angemeldet',
  text: (name) =>
    `In einem anderen Tab hat sich ${name} angemeldet. Diese Seite wurde neu geladen. Ihre letzten Eingaben wurden nicht gespeichert.`,
  ok: 'Weiter',
};
