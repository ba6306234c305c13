// Reads answers of services that vary: numbers or texts, lists or objects, fields that are missing. Nothing here throws for
// what is only unusual.
import type { z } from 'zod';
import type { dropped as droppedOnWire } from '@latchkey/protocol/seller-page.ts';
import type { AnswerTo, FieldOf, Row, RowIn, Told } from './answer-types.ts';
import { CliProblem } from './problem.ts';

/** A list of objects; texts in it become objects with that one `field`. Throws CliProblem where there is no such list. */
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
  return found as readonly unknown[] as readonly RowIn<Given, Name, Field>[]; // their names alone
}

/** The same of a field that may be missing: none then. */
export function listIn<
  const Given extends object,
  const Name extends FieldOf<Given>,
  const Field extends string,
>(row: Given, list: Name, field: Field): readonly RowIn<Given, Name, Field>[] {
  const value = (row as Row)[list];
  return value === undefined || value === null ? [] : rowsOf(row, list, field);
}

/** Empty for what is missing; lists are joined. */
export function textOf<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  return plain((row as Row)[field]);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return JSON.stringify(value);
}

/** null for what is no number. */
export function numberOf<const Given extends object>(
  row: Given,
  field: FieldOf<Given>,
): number | null {
  const text = textOf(row, field).trim();
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Services write 1, "1", true or "true". */
export function isTrue<const Given extends object>(row: Given, field: FieldOf<Given>): boolean {
  return ['1', 'true'].includes(textOf(row, field).toLowerCase());
}

const latestDate = 253_402_300_799;

/** Unix seconds as a date in UTC; empty for none. Far dates become "never". */
export function timeOf<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  const seconds = numberOf(row, field);
  if (seconds === null || seconds <= 0) return textOf(row, field) === '0' ? '' : textOf(row, field);
  if (seconds > latestDate) return 'never';
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

const day = 86_400;

/** Seconds as days; 20 years or more are a lifetime (contract 0.9). */
export function daysOf<const Given extends object>(row: Given, field: FieldOf<Given>): string {
  const seconds = numberOf(row, field);
  if (seconds === null) return textOf(row, field);
  if (seconds >= 20 * 365 * day) return 'lifetime';
  return `${Number((seconds / day).toFixed(2))} d`;
}

/** Short and long fields of one thing, one per line. */
export function linesOf(row: Row): readonly string[] {
  const entries = Object.entries(row).filter(([name]) => name !== 'success' && name !== 'message');
  const widest = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name]) => `${name.padEnd(widest)}  ${textOf(row, name)}`);
}

/** What the service had no room for; services that do not say have nothing to tell. */
export function droppedLines(answer: Row): readonly string[] {
  const { dropped } = answer as AnswerTo<'fetchalllogs' | 'fetchdeliveries'>; // of one of those
  if (typeof dropped !== 'object' || dropped === null) return [];
  const row = dropped as Told<z.input<typeof droppedOnWire>>;
  const times = `first ${timeOf(row, 'since')}, last ${timeOf(row, 'last')}`;
  return [`Not kept, because there were too many: ${textOf(row, 'count')} (${times})`];
}

export function messageOf(answer: Row): string {
  return textOf(answer, 'message');
}
