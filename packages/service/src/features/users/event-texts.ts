// The sentences of the mails about changes of an account (docs/helping.md#mails-about-changes), in
// each of their languages.
import type { AccountEventName } from './stored-events.ts';

export interface EventTexts {
  readonly code: string;
  readonly subject: (application: string) => string;
  readonly events: Readonly<Record<AccountEventName, (application: string) => string>>;
  readonly removed: (computer: string) => string;
  readonly madeOn: (computer: string) => string;
  readonly bySeller: (application: string) => string;
  readonly at: (time: string) => string;
  readonly notYou: (application: string) => string;
  /** In place of `notYou`: neither a new password nor the seller's answer in time stops it. */
  readonly keepAccount: (application: string) => string;
}

export const english: EventTexts = {
  code: 'en',
  subject: (application) => `Your ${application} account was changed`,
  events: {
    'password-changed': (application) => `The password of your ${application} account was changed.`,
    'email-changed': (application) => `The e-mail of your ${application} account was changed.`,
    'deletion-requested': (application) =>
      `Your ${application} account will be deleted in seven days.`,
    'deletion-taken-back': (application) => `Your ${application} account will not be deleted.`,
    'computer-removed': (application) => `A computer was removed from your ${application} account.`,
    'recovery-code-used': (application) =>
      `A recovery code of your ${application} account was used. It doesn't work again.`,
    'two-factor-on': (application) =>
      `Two-factor sign-in of your ${application} account was turned on.`,
    'two-factor-off': (application) =>
      `Two-factor sign-in of your ${application} account was turned off.`,
  },
  removed: (computer) => `Removed computer: ${computer}`,
  madeOn: (computer) => `Computer or browser: ${computer}`,
  bySeller: (application) => `The change was made by the seller of ${application}.`,
  at: (time) => `Time: ${time}`,
  notYou: (application) =>
    `If this wasn't you, change your password and contact the seller of ${application}. Otherwise you can ignore this e-mail.`,
  keepAccount: (application) =>
    `If this wasn't you, sign in on the account page of ${application}, press "Keep my account", and change your password. A new password alone does not stop the deletion.`,
};

export const german: EventTexts = {
  code: 'de',
  subject: (application) => `Ihr Konto bei ${application} wurde geändert`,
  events: {
    'password-changed': (application) =>
      `Das Passwort Ihres Kontos bei ${application} wurde geändert.`,
    'email-changed': (application) => `Die E-Mail Ihres Kontos bei ${application} wurde geändert.`,
    'deletion-requested': (application) =>
      `Ihr Konto bei ${application} wird in sieben Tagen gelöscht.`,
    'deletion-taken-back': (application) => `Ihr Konto bei ${application} wird nicht gelöscht.`,
    'computer-removed': (application) =>
      `Ein Computer wurde aus Ihrem Konto bei ${application} entfernt.`,
    'recovery-code-used': (application) =>
      `Ein Wiederherstellungscode Ihres Kontos bei ${application} wurde verwendet. Er gilt nur einmal.`,
    'two-factor-on': (application) =>
      `Die Zwei-Faktor-Anmeldung Ihres Kontos bei ${application} wurde eingeschaltet.`,
    'two-factor-off': (application) =>
      `Die Zwei-Faktor-Anmeldung Ihres Kontos bei ${application} wurde ausgeschaltet.`,
  },
  removed: (computer) => `Entfernter Computer: ${computer}`,
  madeOn: (computer) => `Computer oder Browser: ${computer}`,
  bySeller: (application) => `Die Änderung stammt vom Verkäufer von ${application}.`,
  at: (time) => `Zeitpunkt: ${time}`,
  notYou: (application) =>
    `Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an den Verkäufer von ${application}. Andernfalls können Sie diese E-Mail ignorieren.`,
  keepAccount: (application) =>
    `Wenn Sie das nicht waren, melden Sie sich auf der Kontoseite von ${application} an, klicken Sie auf „Konto behalten“ und ändern Sie Ihr Passwort. Ein neues Passwort allein verhindert die Löschung nicht.`,
};
