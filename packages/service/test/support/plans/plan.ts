// Describes how a database finds the rows of a statement.

/** How one table of a statement is read. */
export interface Access {
  /** The table or its alias. */
  readonly name: string;
  /** Null for the table itself. */
  readonly index: string | null;
  /** The columns of the index that the statement constrains. None for a scan. */
  readonly columns: readonly string[];
}
