// The sentences of the mail that confirms a new e-mail, in each of their languages.
import { preferredLanguage } from './languages.ts';

interface EmailTexts {
  readonly code: string;
  readonly subject: (application: string) => string;
  /** Above the code. */
  readonly asked: (application: string) => string;
  readonly ignore: string;
}

const english: EmailTexts = {
  code: 'en',
  subject: (application) => `Confirm your e-mail for ${application}`,
  asked: (application) =>
    `Enter this code on the page of ${application} within an hour, to use this e-mail for your account:`,
  ignore: "If you didn't ask for this, ignore this e-mail. Nothing has changed.",
};

const german: EmailTexts = {
  code: 'de',
  subject: (application) => `E-Mail für ${application} bestätigen`,
  asked: (application) =>
    `Geben Sie diesen Code innerhalb einer Stunde auf der Seite von ${application} ein, um diese E-Mail für Ihr Konto zu verwenden:`,
  ignore: 'Haben Sie das nicht angefordert, ignorieren Sie diese E-Mail. Nichts hat sich geändert.',
};

/** Returns the texts in the preferred language of the browser, or English. */
export function emailTextsFor(acceptLanguage?: string): EmailTexts {
  return preferredLanguage([english, german], acceptLanguage);
}
