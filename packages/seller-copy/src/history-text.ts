// Texts about the history of users, and about why a user cannot sign in.
import type { WhyCode } from '@latchkey/protocol/seller/why-answers.ts';
import { fieldsOf, listIn, textIn, type Fields } from './fields.ts';
import type { Formats } from './formats.ts';
import type { Language } from './language.ts';
import { whyFacts } from './why-facts.ts';

/** Returns the words of an operation in the history, or its name if it is a newer one. */
export function operationText({ operations }: Pick<Language, 'operations'>, name: string): string {
  return wordsOf(operations, name);
}

/**
 * Returns the words of an outcome in the history, which is `ok` or the reason of a refusal. The
 * reasons in numbers by day are the same.
 */
export function outcomeText({ outcomes }: Pick<Language, 'outcomes'>, outcome: string): string {
  return wordsOf(outcomes, outcome);
}

function wordsOf(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}

/** Returns a row of the history as one sentence. */
export function historySentence(language: Language, row: object, { time }: Formats): string {
  const fields = fieldsOf(row);
  const text = (name: string) => textIn(fields, name);
  const from = [text('ip'), text('computer')].filter((one) => one !== '').join(', ');
  const words = `${operationText(language, text('operation'))}, ${outcomeText(language, text('outcome'))}`;
  return `${time(text('date'))}, ${words}${from === '' ? '' : ` (${from})`}.`;
}

export interface WhyTexts {
  /** The first obstacle, or that there is none. */
  readonly first: string;
  readonly others: readonly string[];
  /** The last attempt, if it was refused. */
  readonly lastRefusal: string | null;
}

export function whyTexts(
  language: Language,
  user: string,
  answer: object,
  formats: Formats,
): WhyTexts {
  const fields = fieldsOf(answer);
  const ip = textIn(fields, 'ip');
  const [first = language.nothingStops(user), ...others] = listIn(fields, 'obstacles').map(
    (obstacle) => obstacleText(language, { user, ip }, obstacle, formats),
  );
  const { refused, sharedemail } = fields;
  const lastRefusal =
    typeof refused === 'object' && refused !== null
      ? historySentence(language, refused, formats)
      : null;
  const shared = sharedemail === true ? [language.sharedEmail(user)] : [];
  const deletesAt = textIn(fields, 'deletesat');
  const deletion = deletesAt === '' ? [] : [language.willBeDeleted(user, formats.time(deletesAt))];
  // One that keeps its seat is an obstacle.
  const stillOffline = listIn(fields, 'removed')
    .filter(({ held }) => held === false)
    .map((computer) => language.stillOffline(formats.time(textIn(computer, 'until'))));
  const withheld = listIn(fields, 'withheld').map((release) =>
    language.withheld({
      version: textIn(release, 'version'),
      channel: textIn(release, 'channel'),
      platform: textIn(release, 'platform'),
      feature: textIn(release, 'feature'),
    }),
  );
  return {
    first,
    others: [...others, ...shared, ...stillOffline, ...withheld, ...deletion],
    lastRefusal,
  };
}

function obstacleText(
  { why, otherObstacle }: Language,
  given: { readonly user: string; readonly ip: string },
  obstacle: Fields,
  formats: Formats,
): string {
  const code = textIn(obstacle, 'code');
  if (!Object.hasOwn(why, code)) return otherObstacle(code);
  return why[code as WhyCode](whyFacts(given, obstacle, formats)); // hasOwn has checked the code
}
