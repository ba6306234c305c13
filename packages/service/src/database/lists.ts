// Rows as the statements of every request get them.
import type { CompiledQuery } from 'kysely';

/** Rows as lists of values, which cost half of what objects cost. */
export interface Lists {
  /** As the database names them. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A connection that can give lists. */
export interface ListConnection {
  readonly executeLists: (query: CompiledQuery) => Promise<Lists>;
}

/** A way to read for whoever is in no transaction, beside Kysely's own. */
export interface DirectReads {
  readonly read: (query: CompiledQuery) => Promise<Lists>;
}

/** An adapter of a database that has such a way. */
export interface ReadingAdapter {
  readonly reads: DirectReads;
}
