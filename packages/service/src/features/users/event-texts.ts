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
}

export const english: EventTexts = {
  code: 'en',
  subject: (application) => `Your ${application} account was changed`,
  events: {
    'password-changed': (application) => `The password of your ${application} account was changed.`,
    'email-changed': (application) => `The e-mail of your ${application} account was changed.`,
    'deletion-requested': (application) =>
      `Your ${application} account will be deleted in seven days. You can cancel that on its page.`,
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
  madeOn: (computer) => `On the computer: ${computer}`,
  bySeller: (application) => `The change was made by the seller of ${application}.`,
  at: (time) => `Time: ${time}`,
  notYou: (application) =>
    `If this wasn't you, change your password and contact the seller of ${application}. Otherwise you can ignore this e-mail.`,
};

export const german: EventTexts = {
  code: 'de',
  subject: (application) => `Ihr Konto bei ${application} wurde geändert`,
  events: {
    'password-changed': (application) =>
      `Das Passwort Ihres Kontos bei ${application} wurde geändert.`,
    'email-changed': (application) => `Die E-Mail Ihres Kontos bei ${application} wurde geändert.`,
    'deletion-requested': (application) =>
      `Ihr Konto bei ${application} wird in sieben Tagen gelöscht. Auf seiner Seite können Sie das zurücknehmen.`,
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
  madeOn: (computer) => `An diesem Computer: ${computer}`,
  bySeller: (application) => `Die Änderung stammt vom Verkäufer von ${application}.`,
  at: (time) => `Zeitpunkt: ${time}`,
  notYou: (application) =>
    `Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an den Verkäufer von ${application}. Andernfalls können Sie diese E-Mail ignorieren.`,
};
