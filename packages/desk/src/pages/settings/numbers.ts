// Units and bounds of the settings that are numbers. A test compares the bounds with the schema.
import type { NumberName } from './setting-names.ts';

export const units = ['second', 'minute', 'hour', 'day'] as const;
export type Unit = (typeof units)[number];

const secondsOf: Readonly<Record<Unit, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
};

export interface NumberSetting {
  /** The unit of the value, or null for a count. */
  readonly unit: Unit | null;
  readonly min: number;
  readonly max: number;
  /** The direction that deletes rows or refuses programs. */
  readonly risk?: 'more' | 'less';
}

export const numberSettings: { readonly [Name in NumberName]: NumberSetting } = {
  cooldown: { unit: 'second', min: 0, max: 315_360_000 },
  sessionexpiry: { unit: 'second', min: 60, max: 2_592_000 },
  sessionlimit: { unit: null, min: 0, max: 100 },
  offlinehours: { unit: 'hour', min: 0, max: 168 },
  resets: { unit: null, min: 0, max: 31 },
  minhwid: { unit: null, min: 1, max: 512, risk: 'more' },
  minusernamelength: { unit: null, min: 1, max: 70 },
  historydays: { unit: 'day', min: 0, max: 36_500, risk: 'less' },
  logdays: { unit: 'day', min: 0, max: 36_500, risk: 'less' },
  auditdays: { unit: 'day', min: 0, max: 36_500, risk: 'less' },
};

/** The units in which a value can be entered, from small to large. */
export function unitsFrom(unit: Unit): readonly Unit[] {
  return units.slice(units.indexOf(unit));
}

/** The largest unit that divides the value. */
export function naturalUnit(value: number, unit: Unit): Unit {
  const seconds = value * secondsOf[unit];
  const fitting = unitsFrom(unit).filter((one) => seconds % secondsOf[one] === 0);
  return (value === 0 ? undefined : fitting.at(-1)) ?? unit;
}

/** Converts an amount from one unit to another. */
export function convert(amount: number, from: Unit, to: Unit): number {
  return (amount * secondsOf[from]) / secondsOf[to];
}

/** Whether a change deletes rows or refuses programs. 0 keeps rows forever. */
export function isNumberRisky(
  { risk, min }: NumberSetting,
  before: number,
  after: number,
): boolean {
  if (risk === undefined || before === after) return false;
  if (risk === 'more') return after > before;
  const size = (value: number) => (value === 0 && min === 0 ? Infinity : value);
  return size(after) < size(before);
}
