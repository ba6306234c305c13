// Units of the settings that are numbers.
import { settingBounds } from '@latchkey/protocol/limits.ts';
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
  sessionexpiry: bounded('sessionexpiry', 'second'),
  sessionlimit: bounded('sessionlimit', null),
  offlinehours: bounded('offlinehours', 'hour'),
  resets: bounded('resets', null),
  minhwid: { ...bounded('minhwid', null), risk: 'more' },
  minusernamelength: bounded('minusernamelength', null),
  historydays: { ...bounded('historydays', 'day'), risk: 'less' },
  logdays: { ...bounded('logdays', 'day'), risk: 'less' },
  auditdays: { ...bounded('auditdays', 'day'), risk: 'less' },
};

function bounded(name: NumberName, unit: Unit | null): NumberSetting {
  const [min, max] = settingBounds[name];
  return { unit, min, max };
}

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
