// The sentences of the reset page and of the mail that leads to it, in each of their languages.
import { maxPasswordLength } from '@latchkey/protocol/limits.ts';
import { preferredLanguage } from './languages.ts';

interface Sentence {
  readonly title: string;
  readonly text: string;
}

export interface ResetTexts {
  /** For `lang` and `content-language`. */
  readonly code: string;
  readonly dead: Sentence;
  readonly busy: Sentence;
  readonly fault: Sentence;
  readonly changed: Sentence;
  readonly title: (application: string) => string;
  readonly password: string;
  readonly again: string;
  readonly submit: string;
  readonly differ: string;
  readonly rule: string;
  readonly mail: {
    readonly subject: (application: string) => string;
    readonly asked: (application: string) => string;
    /** Above the link. */
    readonly open: string;
    readonly ignore: string;
  };
}

/** Isolates a name, because a right-to-left name would reorder the sentence around it. */
const isolate = (name: string) => `\u2068${name}\u2069`;

const english: ResetTexts = {
  code: 'en',
  dead: {
    title: 'This link no longer works',
    text: 'Each link works once, within one hour. Request a new one where you sign in.',
  },
  busy: { title: 'The service is busy', text: 'Wait a minute, then reload this page.' },
  fault: {
    title: 'Something went wrong',
    text: 'If you chose a new password, it may already work. If not, try again later.',
  },
  changed: {
    title: 'Your password has been changed',
    text: 'You’ve been signed out everywhere. Sign in with your new password.',
  },
  title: (application) => `New password for ${isolate(application)}`,
  password: 'New password',
  again: 'Repeat the password',
  submit: 'Change password',
  differ: 'The passwords don’t match.',
  rule: `Use up to ${maxPasswordLength.toLocaleString('en')} characters on one line.`,
  mail: {
    subject: (application) => `Choose a new password for ${application}`,
    asked: (application) =>
      `Someone, hopefully you, asked to reset the password of your ${application} account.`,
    open: 'Open this link within an hour to choose a new password. The link works once:',
    ignore: "If you didn't ask for this, ignore this e-mail. Your password hasn't changed.",
  },
};

const german: ResetTexts = {
  code: 'de',
  dead: {
    title: 'Dieser Link funktioniert nicht mehr',
    text: 'Ein Link gilt einmal und nur eine Stunde. Fordern Sie bei der Anmeldung einen neuen an.',
  },
  busy: {
    title: 'Der Dienst ist ausgelastet',
    text: 'Warten Sie eine Minute und laden Sie diese Seite neu.',
  },
  fault: {
    title: 'Es ist ein Fehler aufgetreten',
    text: 'Falls Sie ein neues Passwort gewählt haben, gilt es vielleicht schon. Versuchen Sie es sonst später erneut.',
  },
  changed: {
    title: 'Ihr Passwort wurde geändert',
    text: 'Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
  },
  title: (application) => `Neues Passwort für ${isolate(application)}`,
  password: 'Neues Passwort',
  again: 'Passwort wiederholen',
  submit: 'Passwort ändern',
  differ: 'Die Passwörter stimmen nicht überein.',
  rule: `Verwenden Sie bis zu ${maxPasswordLength.toLocaleString('de')} Zeichen in einer Zeile.`,
  mail: {
    subject: (application) => `Neues Passwort für ${application}`,
    asked: (application) =>
      `Jemand, hoffentlich Sie, möchte das Passwort Ihres Kontos bei ${application} zurücksetzen.`,
    open: 'Öffnen Sie diesen Link innerhalb einer Stunde und wählen Sie ein neues Passwort. Der Link gilt einmal:',
    ignore:
      'Haben Sie das nicht angefordert, ignorieren Sie diese E-Mail. Ihr Passwort wurde nicht geändert.',
  },
};

/** Returns the texts in the preferred language of the browser or program, or English. */
export function resetTextsFor(acceptLanguage?: string): ResetTexts {
  return preferredLanguage([english, german], acceptLanguage);
}
