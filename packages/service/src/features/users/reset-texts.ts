// The sentences of the reset page, in each of its languages.
import { maxPasswordLength } from '@latchkey/protocol/limits.ts';

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
  fault: { title: 'Something went wrong', text: 'Your password hasn’t changed. Try again later.' },
  changed: {
    title: 'Your password has been changed',
    text: 'You can now sign in with it. You’ve been signed out everywhere.',
  },
  title: (application) => `New password for ${isolate(application)}`,
  password: 'New password',
  again: 'Repeat the password',
  submit: 'Change password',
  differ: 'The passwords don’t match.',
  rule: `Use up to ${maxPasswordLength.toLocaleString('en')} characters on one line.`,
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
    text: 'Ihr Passwort wurde nicht geändert. Versuchen Sie es später erneut.',
  },
  changed: {
    title: 'Ihr Passwort wurde geändert',
    text: 'Sie können sich jetzt damit anmelden. Sie wurden überall abgemeldet.',
  },
  title: (application) => `Neues Passwort für ${isolate(application)}`,
  password: 'Neues Passwort',
  again: 'Passwort wiederholen',
  submit: 'Passwort ändern',
  differ: 'Die Passwörter stimmen nicht überein.',
  rule: `Verwenden Sie bis zu ${maxPasswordLength.toLocaleString('de')} Zeichen in einer Zeile.`,
};

const languages: readonly ResetTexts[] = [english, german];

/**
 * Returns the texts in the browser's preferred language, or English.
 * @param acceptLanguage the header, such as `de-AT,de;q=0.9,en;q=0.5` (RFC 9110, 12.5.4)
 */
export function resetTextsFor(acceptLanguage = ''): ResetTexts {
  const wanted = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const given = parameters.find((part) => part.startsWith('q='));
      const weight = given === undefined ? 1 : Number(given.slice(2));
      return {
        code: tag.toLowerCase().split(/[-_]/)[0],
        weight: Number.isNaN(weight) ? 0 : weight,
      };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of wanted) {
    const found = languages.find((one) => one.code === code);
    if (found !== undefined) return found;
  }
  return english;
}
