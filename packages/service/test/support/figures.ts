// What is in a database, as numbers: to say whether two did the same, or one did nothing.
import type { Database } from '../../src/database/schema.ts';

/** Of every table how many rows there are, and the sum of each of its numbers. */
export async function figuresOf(database: Database): Promise<Readonly<Record<string, unknown>>> {
  // The bystanders' schema is no part of the service.
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
