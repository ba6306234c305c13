// Summarises a database in numbers, to compare two databases or to show that nothing changed.
import type { Database } from '../../src/database/schema.ts';

/** Returns the number of rows and the sum of each numeric column, for each table. */
export async function figuresOf(database: Database): Promise<Readonly<Record<string, unknown>>> {
  // The bystanders' schema is not part of the service.
  const tables = (await database.introspection.getTables()).filter(
    ({ name, schema }) => schema !== 'bystanders' && !/^(kysely|repeats)/.test(name),
  );
  const figures: Record<string, unknown> = {};
  for (const { name } of tables) {
    const rows = await database
      .$extendTables<Record<string, Record<string, unknown>>>()
      .selectFrom(name)
      .selectAll()
      .execute();
    const sums: Record<string, number> = {};
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (typeof value === 'number') sums[column] = (sums[column] ?? 0) + value;
    figures[name] = { rows: rows.length, ...sums };
  }
  return figures;
}
