// Options and value rules that several commands share.
import type { CommandOption, ParsedArguments } from '../command.ts';

export const keyRule = '1 to 70 characters';
export const userRule = '1 to 70 characters';
/** For subscription names, variable names and search texts. */
export const nameRule = '1 to 100 characters';

export const daysOption = {
  value: 'N',
  required: true,
  help: 'number of days, or "lifetime"; decimals are allowed',
  parameter: 'expiry',
  allowed: 'a number of days above 0, at most 300000, such as 30 or 0.5',
  refusals: ['days-missing', 'days-invalid', 'days-not-positive'],
} as const satisfies CommandOption;

/** 100 years. Durations from 20 years on count as lifetime (docs/protocol.md#account-facts). */
const lifetimeDays = '36500';

/** Returns the value of `--days` for the parameter `expiry`. */
export function daysOf(args: ParsedArguments): string | undefined {
  const days = args.text('days');
  return days?.trim().toLowerCase() === 'lifetime' ? lifetimeDays : days;
}

export const subOption = {
  value: 'NAME',
  required: true,
  help: 'name of the subscription',
  parameter: 'sub',
  allowed: nameRule,
} as const satisfies CommandOption;

export const levelOption = {
  value: 'N',
  parameter: 'level',
  allowed: 'a whole number of at most 12 digits, without leading zeros',
} as const;

export const computersOption = {
  value: 'N',
  help: 'number of computers that a user may use',
  parameter: 'computers',
  allowed: 'a whole number from 1 to 100',
} as const satisfies CommandOption;

export const reasonOption = {
  value: 'TEXT',
  parameter: 'reason',
  allowed: 'at most 99 characters',
} as const;

export const orderOption = {
  value: 'ID',
  parameter: 'order',
  allowed: '1 to 200 characters in one line',
} as const;
