// Defines types for rows as arrays of values, which frequent statements use.
import type { CompiledQuery } from 'kysely';

/** Rows as arrays cost half as much as objects. */
export interface ArrayRows {
  /** The column names of the database. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

export interface ArrayConnection {
  readonly executeLists: (query: CompiledQuery) => Promise<ArrayRows>;
}

/** Reads outside of a transaction, without Kysely. */
export interface DirectReads {
  readonly read: (query: CompiledQuery) => Promise<ArrayRows>;
}

export interface ReadingAdapter {
  readonly reads: DirectReads;
}
