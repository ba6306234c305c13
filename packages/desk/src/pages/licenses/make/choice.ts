// What the form for new keys has, what is wrong with it, and the request that it stands for.
import { durationNames, keyDurations } from '@latchkey/protocol/key-durations.ts';
import {
  defaultMask,
  isCustomKey,
  maskBits,
  minBits,
  withStars,
  type Characters,
} from '@latchkey/protocol/license-mask.ts';
import { maxNameLength, maxNote, maxOrderInParts } from '@latchkey/protocol/limits.ts';
import type { AnswerTo } from '../../../client/seller.ts';
import { daysText, isDays } from '../../../parts/days.ts';
import { maxKeys } from './make-keys.ts';

export interface Choice {
  readonly level: string;
  /** A number of days, or `other`. */
  readonly duration: string;
  /** The days of the duration `other`. */
  readonly days: string;
  readonly amount: string;
  readonly note: string;
  readonly order: string;
  readonly mask: string;
  readonly characters: Characters;
  /** Make keys that can be guessed. */
  readonly allowsWeak: boolean;
}

export const durations = durationNames.map((name) => String(keyDurations[name]));
export const otherDuration = 'other';
export const charactersChoices = ['1', '2', '3'] as const satisfies readonly Characters[];

export const firstChoice: Choice = {
  level: '',
  duration: String(keyDurations.month),
  days: '',
  amount: '1',
  note: '',
  order: '',
  mask: defaultMask,
  characters: '2',
  allowsWeak: false,
};

export function daysOf({ duration, days }: Choice): string {
  return duration === otherDuration ? daysText(days) : duration;
}

export type Fault =
  | 'days'
  | 'amount'
  | 'note'
  | 'order'
  | 'mask-empty'
  | 'mask-long'
  | 'mask-comma'
  | 'mask-one'
  | 'mask-weak';

export function faultsOf(choice: Choice): ReadonlySet<Fault> {
  const { amount, note, order, mask, allowsWeak } = choice;
  const found: readonly (readonly [Fault, boolean])[] = [
    ['days', !isDays(daysOf(choice))],
    ['amount', countOf(choice) === null],
    ['note', note.length > maxNote],
    ['order', order.length > maxOrderInParts],
    ['mask-empty', mask.trim() === ''],
    ['mask-long', mask.length > maxNameLength],
    ['mask-comma', mask.includes(',')],
    ['mask-one', isCustomKey(withStars(mask)) && amount.trim() !== '1'],
    ['mask-weak', isWeak(choice) && !allowsWeak],
  ];
  return new Set(found.flatMap(([fault, isFound]) => (isFound ? [fault] : [])));
}

/** The number of keys, or null if it is not allowed. */
export function countOf({ amount }: Pick<Choice, 'amount'>): number | null {
  const count = Number(amount);
  return /^[0-9]{1,6}$/.test(amount.trim()) && count >= 1 && count <= maxKeys ? count : null;
}

export function bitsOf({ mask, characters }: Choice): number {
  return Math.floor(maskBits(withStars(mask), characters));
}

export function isWeak(choice: Choice): boolean {
  return bitsOf(choice) < minBits;
}

type Bucket = AnswerTo<'fetchbalance'>['balances'][number];

/** How many keys of the choice a reseller may still make, or null without a balance. */
export function leftOf(balances: readonly Bucket[] | undefined, choice: Choice): number | null {
  if (balances === undefined) return null;
  const name = durationNames.find((one) => String(keyDurations[one]) === daysOf(choice));
  return balances
    .filter(({ duration, level }) => duration === name && (level === '' || level === choice.level))
    .reduce((sum, { left }) => sum + Number(left), 0);
}
