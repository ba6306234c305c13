// Keys of a balance in words.
import { durationNames, type KeyDuration } from '@latchkey/protocol/key-durations.ts';
import type { AnswerTo } from '../../client/seller.ts';
import type { Language } from '../../copy/language.ts';

/** "30 days", or "lifetime". */
export function durationText({ seller }: Pick<Language, 'seller'>, duration: string): string {
  const known = durationNames.find((name) => name === duration);
  return known === undefined ? duration : seller.keyDurations[known];
}

/** "50 keys of 30 days". */
export function keysText(language: Language, duration: KeyDuration, count: number): string {
  const { copy, formats } = language;
  const shown = formats.number(count);
  return duration === 'lifetime'
    ? copy.balance.lifetimeKeys(count, shown)
    : copy.balance.keysOf(count, shown, durationText(language, duration));
}

type Balance = AnswerTo<'getbalance'>['balance'];

/** The names that lists of accounts have for durations. */
const fields = {
  day: 'day',
  week: 'week',
  month: 'month',
  threemonth: 'three_month',
  sixmonth: 'six_month',
  year: 'year',
  lifetime: 'lifetime',
} as const satisfies Readonly<Record<KeyDuration, keyof Balance>>;

/** Every kind of keys that is left, shortest first. Empty without a balance. */
export function balanceParts(language: Language, balance: Balance): readonly string[] {
  return durationNames
    .map((duration) => ({ duration, count: Number(balance[fields[duration]]) }))
    .filter(({ count }) => count > 0)
    .map(({ duration, count }) => keysText(language, duration, count));
}
