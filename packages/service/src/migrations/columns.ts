// Adds columns in migrations. The results never change, because released migrations use these
// functions.
import type { CreateTableBuilder, Kysely } from 'kysely';

/**
 * Adds a text column, which is nullable if `value` is undefined. SQLite adds only one column at a
 * time.
 */
export async function addText(
  db: Kysely<unknown>,
  table: string,
  name: string,
  value?: string,
): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, 'text', (column) =>
      value === undefined ? column : column.notNull().defaultTo(value),
    )
    .execute();
}

export async function addNumber(
  db: Kysely<unknown>,
  table: string,
  name: string,
  value?: number,
): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, 'bigint', (column) =>
      value === undefined ? column : column.notNull().defaultTo(value),
    )
    .execute();
}

export function ofApplication<Table extends string>(
  table: CreateTableBuilder<Table>,
): CreateTableBuilder<Table, 'applicationId'> {
  return table.addColumn('applicationId', 'text', (column) =>
    column.notNull().references('applications.id').onDelete('cascade'),
  );
}

/** Adds the column `userId`. With `one`, each user has at most one row. */
export function ofUser<Table extends string>(
  table: CreateTableBuilder<Table>,
  one = false,
): CreateTableBuilder<Table, 'userId'> {
  return table.addColumn('userId', 'text', (column) => {
    const user = column.notNull().references('users.id').onDelete('cascade');
    return one ? user.primaryKey() : user;
  });
}
