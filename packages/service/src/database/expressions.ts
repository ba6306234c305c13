// Builds SQL expressions that Kysely's builder lacks, the same on both databases.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { clockToleranceSeconds } from '../clock.ts';
import { maxDurationSeconds, maxUnixSeconds } from '@latchkey/protocol/units.ts';

/** The short id of a session that sellers see. It must equal the expression of the unique index. */
export const sessionShortId = sql<string>`substr(id_hash, length(id_hash) - 9)`;

/** Joins two columns to one text, with a space between them. */
export function joined(one: string, other: string): RawBuilder<string> {
  return sql<string>`${sql.ref(one)} || ' ' || ${sql.ref(other)}`;
}

/** Tests whether the pair of columns comes after this pair of values. */
export function isAfterPair(
  columns: readonly [string, string],
  values: readonly [string, string],
): RawBuilder<SqlBool> {
  const [one, other] = columns.map((column) => sql.ref(column));
  return sql<SqlBool>`(${one}, ${other}) > (${values[0]}, ${values[1]})`;
}

/** Tests equality with a value that may be null; null matches no row. */
export function equals(column: string, value: string | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = ${value}`;
}

/**
 * Tests the state of rows that another condition finds by key, name or id, and never by an index:
 * without statistics, SQLite takes an index of the state for the better one, and reads every row of
 * that state.
 */
export function isStill(column: string, value: string | number): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${sql.ref(column)}, null) = ${value}`;
}

/**
 * Orders the few rows that a condition finds, and never by an index: without statistics, SQLite
 * takes an index in this order for the better one, and reads every row of the application.
 */
export function afterFinding(column: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(column)}, null)`;
}

/**
 * Tests inequality with a text that is part of the statement, like the condition of a partial index.
 * SECURITY: `text` must be a constant.
 */
export function differsFrom(column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} <> ${sql.lit(text)}`;
}

/**
 * Tests whether a time has come. One that is further ahead than the longest wait was set by a clock
 * that was ahead, and has come too.
 */
export function isDue(
  column: string,
  now: number,
  longestWaitSeconds: number,
): RawBuilder<SqlBool> {
  const latest = now + longestWaitSeconds + clockToleranceSeconds;
  return sql<SqlBool>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latest})`;
}

/** Adds seconds to a date, but not beyond the year 9999, which many languages cannot represent. */
export function addToDate(column: string, seconds: number): RawBuilder<number> {
  const [date, last] = [sql.ref(column), sql.lit(maxUnixSeconds)];
  return sql<number>`case when ${date} > ${last} - ${seconds} then ${last} else ${date} + ${seconds} end`;
}

/**
 * Adds seconds to a duration, up to the longest one that the seller API accepts. Imported durations
 * may be longer, and stay unchanged.
 */
export function addToDuration(column: string, seconds: number): RawBuilder<number> {
  const [duration, max] = [sql.ref(column), sql.lit(maxDurationSeconds)];
  return sql<number>`case when ${duration} <= ${max} - ${seconds} then ${duration} + ${seconds}
    when ${duration} < ${max} then ${max} else ${duration} end`;
}

export function isLonger(column: string, length: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`length(${sql.ref(column)}) > ${sql.lit(length)}`;
}

/** Maximum number of results of a search. */
export const maxFound = 100;

export function matchesPattern(column: string, pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '!'`;
}

/**
 * Searches a text in any case. Databases lower-case different letters, so the text's own case is
 * searched too.
 */
export function containsInAnyCase(column: string, text: string): RawBuilder<SqlBool> {
  const lower = sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${escapePattern(text.toLowerCase())}%`} escape '!'`;
  return sql<SqlBool>`(${lower} or ${matchesPattern(column, `%${escapePattern(text)}%`)})`;
}

/** SECURITY: escapes the wildcards of a pattern. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[!%_]/g, (character) => `!${character}`);
}
