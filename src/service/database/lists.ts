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
