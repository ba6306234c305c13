// Reads and formats answers of the seller API. Some services send numbers as strings, strings as
// numbers, or lists as objects.
import type { z } from 'zod';
import type { dropped as droppedOnWire } from '@latchkey/protocol/seller-page.ts';
import type { AnswerTo, FieldOf, FieldsOf, Row, RowIn } from './answer-types.ts';
import { CliProblem } from './problem.ts';

/**
 * Returns the rows of a list. A string becomes a row with one `field`. Throws CliProblem if the
 * answer has no such list.
 */
export function rowsOf<
  const Given extends object,
  const Name extends FieldOf<Given>,
  const Field extends string = 'name',
>(answer: Given, list: Name, field?: Field): readonly RowIn<Given, Name, Field>[] {
  const value = (answer as Row)[list];
  if (value === undefined || value === null)
    throw new CliProblem(`The service answered without "${list}".`);
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'object'
      ? Object.values(value)
      : [value];
  const found = items.map((item) =>
    typeof item === 'object' && item !== null ? (item as Row) : { [field ?? 'name']: item },
  );
  return found as readonly unknown[] as readonly RowIn<Given, Name, Field>[]; // the type names only the fields
}

/** Like `rowsOf`, but returns no rows for a missing field. */
export function listIn<
  const Given extends object,
  const Name extends FieldOf<Given>,
  const Field extends string,
>(row: Given, list: Name, field: Field): readonly RowIn<Given, Name, Field>[] {
  const value = (row as Row)[list];
  return value === undefined || value === null ? [] : rowsOf(row, list, field);
}

/** Returns a value as text: empty if missing, and the items of a list joined by commas. */
export function textOf<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  return plain((row as Row)[field]);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return JSON.stringify(value);
}

/** Returns a user name. A masked name follows the user's id, which commands accept instead. */
export function userOf<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  const id = plain((row as Row)['userid']);
  return `${id} ${textOf(row, field)}`.trim();
}

/** Returns a user name for a table, or the id of a masked one, because masked names can be equal. */
export function userCell<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  return plain((row as Row)['userid']) || textOf(row, field);
}

/** Returns a value as a number, or null if it is not numeric. */
export function numberOf<const Given extends object>(
  row: Given,
  field: FieldOf<Given>,
): number | null {
  const text = textOf(row, field).trim();
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Returns true for 1, "1", true and "true", because services differ. */
export function isTrue<const Given extends object>(row: Given, field: FieldOf<Given>): boolean {
  return ['1', 'true'].includes(textOf(row, field).toLowerCase());
}

const latestDate = 253_402_300_799;

/** Formats unix seconds in UTC. 0 is empty, and a date after the year 9999 is "never". */
export function formatTime<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  const seconds = numberOf(row, field);
  if (seconds === null || seconds <= 0) return textOf(row, field) === '0' ? '' : textOf(row, field);
  if (seconds > latestDate) return 'never';
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

/** Formats unix seconds as ISO 8601 in UTC, for CSV. 0 is empty, and 9999 is the last year. */
export function isoTime<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  const seconds = numberOf(row, field);
  if (seconds === null) return textOf(row, field);
  if (seconds <= 0) return '';
  return new Date(Math.min(seconds, latestDate) * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}

const day = 86_400;

/**
 * Formats seconds as days, or as "lifetime" from 20 years on (docs/protocol.md#account-facts).
 */
export function formatDays<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  const seconds = numberOf(row, field);
  if (seconds === null) return textOf(row, field);
  if (seconds >= 20 * 365 * day) return 'lifetime';
  return `${Number((seconds / day).toFixed(2))} d`;
}

export function fieldLines(row: Row): readonly string[] {
  const entries = Object.entries(row).filter(([name]) => name !== 'success' && name !== 'message');
  if (entries.length === 0) return ['The service answered without fields.'];
  const widest = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name]) => `${name.padEnd(widest)}  ${textOf(row, name)}`);
}

/** Returns a line about rows that the service dropped, or no line if it dropped none. */
export function droppedLines(answer: Row): readonly string[] {
  const { dropped } = answer as AnswerTo<'fetchalllogs' | 'fetchdeliveries'>; // all callers pass such an answer
  if (typeof dropped !== 'object' || dropped === null) return [];
  const row = dropped as FieldsOf<z.input<typeof droppedOnWire>>;
  const times = `first ${formatTime(row, 'since')}, last ${formatTime(row, 'last')}`;
  return [`Dropped, because there were too many: ${textOf(row, 'count')} (${times})`];
}

export function messageOf(answer: Row): string {
  return textOf(answer, 'message');
}
