// Builds the texts of failures that contain facts, such as wrong codes and used keys.
import type { Failure } from '../shared/failure.ts';
import type { Copy } from './copy.ts';
import { dateAndTime, offsetInWords } from './dates.ts';
import { wordsOfField } from './field-rules.ts';
import { counted, fill, paragraph } from './sentences.ts';
import type { Situation, Words } from './words.ts';

export function invalidInput(copy: Copy, { fields }: Failure<'invalid-input'>): Words {
  const { several, unknown } = copy.fieldRules;
  const known = fields.flatMap((field) => wordsOfField(copy, field) ?? []);
  const [first] = known;
  if (first === undefined) return { title: unknown.check, text: unknown.text };
  return {
    title: known.length === 1 ? first.check : several.check,
    text: paragraph(...known.map(({ rule }) => rule)),
  };
}

/** Returns the attempts left, such as "2 attempts left before you have to wait.", or null. */
function triesWords({ tries, locale }: Copy, triesLeft: number | null): string | null {
  if (triesLeft === null) return null;
  return triesLeft === 0 ? tries.last : counted(locale, tries.left, triesLeft, {});
}

export function badCredentials(copy: Copy, { triesLeft }: Failure<'bad-credentials'>): Words {
  const { title, text, brief, briefWithTries } = copy.badCredentials;
  const tries = triesWords(copy, triesLeft);
  return tries === null
    ? { title, text, brief }
    : { title, text: tries, brief: fill(briefWithTries, { tries }) };
}

/** From this clock offset on, correct codes can be invalid. */
const clockMattersMs = 20_000;

export function badCode(copy: Copy, failure: Failure<'bad-code'>): Words {
  const { title } = copy.badCode;
  const { text, brief, short } = whatToDo(copy, failure);
  const tries = triesWords(copy, failure.triesLeft);
  return tries === null
    ? { title, text, brief }
    : { title, text: paragraph(text, tries), brief: paragraph(short, tries) };
}

/** `short` leaves room for the number of attempts left. */
function whatToDo(copy: Copy, { failures, clockOffsetMs }: Failure<'bad-code'>) {
  const words = copy.badCode;
  if (failures < 2) return { text: words.first, brief: words.firstBrief, short: words.short };
  if (clockOffsetMs === null)
    return { text: words.wait, brief: words.waitBrief, short: words.waitShort };
  if (Math.abs(clockOffsetMs) < clockMattersMs)
    return {
      text: paragraph(words.wait, words.clockRight),
      brief: paragraph(words.waitShort, words.clockRightBrief),
      short: words.waitShort,
    };
  const clock = clockIsOff(copy, clockOffsetMs);
  return {
    text: paragraph(words.wait, clock, words.clockOff),
    brief: paragraph(words.waitShort, clock),
    short: paragraph(words.notRight, clock),
  };
}

/** `offsetMs` is this computer's clock minus the service's clock. */
function clockIsOff(copy: Copy, offsetMs: number): string {
  const sentence = offsetMs > 0 ? copy.clock.fast : copy.clock.slow;
  return fill(sentence, { length: offsetInWords(copy, Math.abs(offsetMs)) });
}

export function clockSkew(copy: Copy, { clockOffsetMs }: Failure<'clock-skew'>): Words {
  const { title, advice, briefAdvice } = copy.clock;
  const off = clockIsOff(copy, clockOffsetMs);
  return { title, text: paragraph(off, advice), brief: paragraph(off, briefAdvice) };
}

export function keyUsed(
  copy: Copy,
  { usedByYou, expiresAt, afterLostAnswer }: Failure<'key-used'>,
  _situation: Situation,
): Words {
  const words = copy.keyUsed;
  const until =
    expiresAt === null ? null : fill(words.until, { date: dateAndTime(copy, expiresAt) });
  if (usedByYou) return { title: words.byYou, text: paragraph(words.byYouText, until) };
  if (afterLostAnswer)
    return {
      title: words.title,
      text: paragraph(words.afterLostAnswer, until, words.afterLostAnswerAdvice),
    };
  return { title: words.title, text: paragraph(words.text, until), offer: 'contact' };
}
