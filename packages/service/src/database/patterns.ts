// Searching for a piece of a text in the seller API.
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Rows in an answer of a search. */
export const mostFound = 100;
/** Characters of a device or key: fewer fit too many. */
export const leastOfSecret = 4;

export function has(column: string, pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '!'`;
}

/** A piece of what is kept as it was written. The databases know different letters, so that its own case is always found. */
export function hasInAnyCase(column: string, text: string): RawBuilder<SqlBool> {
  const lower = sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${plain(text.toLowerCase())}%`} escape '!'`;
  return sql<SqlBool>`(${lower} or ${has(column, `%${plain(text)}%`)})`;
}

/** SECURITY: what stands for anything in a pattern is itself. */
export function plain(text: string): string {
  return text.replaceAll(/[!%_]/g, (character) => `!${character}`);
}
