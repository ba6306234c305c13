// Reads answers of services that vary: numbers or texts, lists or objects, fields that are missing. Nothing here throws for
// what is only unusual.
import { CliProblem } from './problem.ts';
import type { Answer } from './seller-client.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A list of objects; texts in it become objects with that one `field`. Throws CliProblem where there is no such list. */
export function rowsOf(answer: Answer, list: string, field = 'name'): readonly Row[] {
  const value = answer[list];
  if (value === undefined || value === null)
    throw new CliProblem(`The service answered without "${list}".`);
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'object'
      ? Object.values(value)
      : [value];
  return items.map((item) =>
    typeof item === 'object' && item !== null ? (item as Row) : { [field]: item },
  );
}

/** The same of a field that may be missing: none then. */
export function listIn(row: Row, list: string, field: string): readonly Row[] {
  return row[list] === undefined || row[list] === null ? [] : rowsOf(row, list, field);
}

/** Empty for what is missing; lists are joined. */
export function textOf(row: Row, field: string): string {
  return plain(row[field]);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return JSON.stringify(value);
}

/** null for what is no number. */
export function numberOf(row: Row, field: string): number | null {
  const text = textOf(row, field).trim();
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Services write 1, "1", true or "true". */
export function isTrue(row: Row, field: string): boolean {
  return ['1', 'true'].includes(textOf(row, field).toLowerCase());
}

const latestDate = 253_402_300_799;

/** Unix seconds as a date in UTC; empty for none. Far dates become "never". */
export function timeOf(row: Row, field: string): string {
  const seconds = numberOf(row, field);
  if (seconds === null || seconds <= 0) return textOf(row, field) === '0' ? '' : textOf(row, field);
  if (seconds > latestDate) return 'never';
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

const day = 86_400;

/** Seconds as days; 20 years or more are a lifetime (contract 0.9). */
export function daysOf(row: Row, field: string): string {
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
export function droppedLines(answer: Answer): readonly string[] {
  const { dropped } = answer;
  if (typeof dropped !== 'object' || dropped === null) return [];
  const row = dropped as Row;
  const times = `first ${timeOf(row, 'since')}, last ${timeOf(row, 'last')}`;
  return [`Not kept, because there were too many: ${textOf(row, 'count')} (${times})`];
}

export function messageOf(answer: Answer): string {
  return textOf(answer, 'message');
}
