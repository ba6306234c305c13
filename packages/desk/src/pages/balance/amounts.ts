// The form of a change of a balance: keys by duration, as typed.
import { durationNames, maxBalance, type KeyDuration } from '@latchkey/protocol/key-durations.ts';
import type { Language } from '../../copy/language.ts';
import { durationText, keysText } from './durations.ts';

/** As typed. Missing and empty texts mean 0. */
export type Amounts = Readonly<Partial<Record<KeyDuration, string>>>;

/** What a form of amounts does. */
export type Direction = 'give' | 'take';

/** Returns null for a text that is no amount. */
export function amountOf(text: string | undefined): number | null {
  const digits = (text ?? '').replaceAll(/[\s.,'’_]/gu, '');
  if (!/^\d*$/.test(digits)) return null;
  return Number(digits);
}

/** Returns the first problem of the amounts in words. `left` is how many keys there are now. */
export function amountsProblem(
  language: Language,
  amounts: Amounts,
  direction: Direction,
  left: (duration: KeyDuration) => number,
): string | null {
  const { grant } = language.copy;
  const { number } = language.formats;
  for (const duration of durationNames) {
    const amount = amountOf(amounts[duration]);
    const name = durationText(language, duration);
    if (amount === null) return grant.notNumber(name);
    const now = left(duration);
    if (direction === 'take' && amount > now) return grant.tooFew(name, number(now));
    if (direction === 'give' && now + amount > maxBalance)
      return grant.tooMany(name, number(maxBalance - now));
  }
  return null;
}

/** The kinds of keys with an amount above 0. */
export function filledAmounts(amounts: Amounts): readonly (readonly [KeyDuration, number])[] {
  return durationNames
    .map((duration) => [duration, amountOf(amounts[duration]) ?? 0] as const)
    .filter(([, amount]) => amount > 0);
}

/** The amounts as parameters of `setbalance`. */
export function amountParameters(amounts: Amounts, direction: Direction) {
  const sign = direction === 'take' ? '-' : '';
  return Object.fromEntries(
    filledAmounts(amounts).map(([duration, amount]) => [duration, `${sign}${amount}`]),
  );
}

/** "50 keys of 30 days", or "62 keys" for several kinds. */
export function amountsText(language: Language, amounts: Amounts): string {
  const filled = filledAmounts(amounts);
  const [only] = filled;
  if (only !== undefined && filled.length === 1) return keysText(language, ...only);
  const sum = filled.reduce((total, [, amount]) => total + amount, 0);
  return language.copy.balance.keys(sum, language.formats.number(sum));
}
