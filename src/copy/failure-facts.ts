// Builds the texts of failures that contain facts, such as wrong codes and used keys.
import type { Failure } from '../shared/failure.ts';
import type { Copy } from './copy.ts';
import { formatDateTime, formatShortDuration } from './dates.ts';
import { textsOfField } from './field-rules.ts';
import { pluralize, fill, joinSentences } from './sentences.ts';
import type { FailureContext, FailureTexts } from './failure-text-types.ts';

export function invalidInput(copy: Copy, { fields }: Failure<'invalid-input'>): FailureTexts {
  const { several, unknown } = copy.fieldRules;
  const known = fields.flatMap((field) => textsOfField(copy, field) ?? []);
  const [first] = known;
  if (first === undefined) return { title: unknown.check, text: unknown.text };
  return {
    title: known.length === 1 ? first.check : several.check,
    text: joinSentences(...known.map(({ rule }) => rule)),
  };
}

/** Returns the attempts left, such as "2 attempts left before you have to wait.", or null. */
function triesText({ tries, locale }: Copy, triesLeft: number | null): string | null {
  if (triesLeft === null) return null;
  return triesLeft === 0 ? tries.last : pluralize(locale, tries.left, triesLeft, {});
}

export function badCredentials(
  copy: Copy,
  { triesLeft }: Failure<'bad-credentials'>,
): FailureTexts {
  const { title, text, brief, briefWithTries } = copy.badCredentials;
  const tries = triesText(copy, triesLeft);
  return tries === null
    ? { title, text, brief }
    : { title, text: tries, brief: fill(briefWithTries, { tries }) };
}

/** From this clock offset on, correct codes can be invalid. */
const maxHarmlessOffsetMs = 20_000;

export function badCode(copy: Copy, failure: Failure<'bad-code'>): FailureTexts {
  const { title } = failure.recovery === true ? copy.badRecoveryCode : copy.badCode;
  const { text, brief, short } =
    failure.recovery === true ? copy.badRecoveryCode : badCodeAdvice(copy, failure);
  const tries = triesText(copy, failure.triesLeft);
  return tries === null
    ? { title, text, brief }
    : { title, text: joinSentences(text, tries), brief: joinSentences(short, tries) };
}

/** `short` leaves room for the number of attempts left. */
function badCodeAdvice(copy: Copy, { failures, clockOffsetMs }: Failure<'bad-code'>) {
  const texts = copy.badCode;
  if (failures < 2) return { text: texts.first, brief: texts.firstBrief, short: texts.short };
  if (clockOffsetMs === null)
    return { text: texts.wait, brief: texts.waitBrief, short: texts.waitShort };
  if (Math.abs(clockOffsetMs) < maxHarmlessOffsetMs)
    return {
      text: joinSentences(texts.wait, texts.clockRight),
      brief: joinSentences(texts.waitShort, texts.clockRightBrief),
      short: texts.waitShort,
    };
  const clock = clockSentence(copy, clockOffsetMs);
  return {
    text: joinSentences(texts.wait, clock, texts.clockOff),
    brief: joinSentences(texts.waitShort, clock),
    short: joinSentences(texts.incorrect, clock),
  };
}

/** `offsetMs` is this computer's clock minus the service's clock. */
function clockSentence(copy: Copy, offsetMs: number): string {
  const sentence = offsetMs > 0 ? copy.clock.fast : copy.clock.slow;
  return fill(sentence, { length: formatShortDuration(copy, Math.abs(offsetMs)) });
}

export function clockSkew(copy: Copy, { clockOffsetMs }: Failure<'clock-skew'>): FailureTexts {
  const { title, advice, briefAdvice } = copy.clock;
  const off = clockSentence(copy, clockOffsetMs);
  return { title, text: joinSentences(off, advice), brief: joinSentences(off, briefAdvice) };
}

export function keyUnknown(
  copy: Copy,
  { triesLeft }: Failure<'key-unknown'>,
  { brand }: FailureContext,
): FailureTexts {
  const { title, text, brief, briefWithTries } = copy.keyUnknown;
  const advice = fill(text, { brand });
  const tries = triesText(copy, triesLeft);
  return tries === null
    ? { title, text: advice, brief }
    : { title, text: joinSentences(advice, tries), brief: fill(briefWithTries, { tries }) };
}

export function keyUsed(
  copy: Copy,
  { usedByYou, expiresAt, afterLostAnswer }: Failure<'key-used'>,
  { brand }: FailureContext,
): FailureTexts {
  const texts = copy.keyUsed;
  const until =
    expiresAt === null ? null : fill(texts.until, { date: formatDateTime(copy, expiresAt) });
  if (usedByYou) return { title: texts.byYou, text: joinSentences(texts.byYouText, until) };
  if (afterLostAnswer)
    return {
      title: texts.title,
      text: joinSentences(
        texts.afterLostAnswer,
        until,
        fill(texts.afterLostAnswerAdvice, { brand }),
      ),
    };
  return { title: texts.title, text: joinSentences(texts.text, until), offer: 'contact' };
}
