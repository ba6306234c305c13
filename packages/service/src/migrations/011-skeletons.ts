// Adds the skeletons of user names (UTS 39, docs/protocol.md#look-alike-names), which detect new
// look-alikes. Existing look-alikes stay.
import { sql, type Kysely } from 'kysely';
import { addText } from './columns.ts';
import { skeletonOf011 } from './frozen-folds.ts';

/** Rows in one statement: few enough for the parameters of either database, and for memory. */
const batchRows = 1000;

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'users', 'skeleton', '');
  for (let last = ''; ;) {
    const { rows } = await sql<{ id: string; username: string }>`
      select ${sql.ref('id')}, ${sql.ref('username')} from ${sql.table('users')}
      where ${sql.ref('id')} > ${last} order by ${sql.ref('id')} limit ${sql.lit(batchRows)}`.execute(
      db,
    );
    last = rows.at(-1)?.id ?? '';
    if (last === '') break;
    const batch = rows.map(({ id, username }) => sql`(${id}, ${skeletonOf011(username)})`);
    // Both databases name the columns of `values` column1 and column2.
    await sql`
      update ${sql.table('users')} set ${sql.ref('skeleton')} = ${sql.ref('part.column2')}
      from (values ${sql.join(batch)}) as part
      where ${sql.ref('users.id')} = ${sql.ref('part.column1')}`.execute(db);
  }
  await db.schema
    .createIndex('usersSkeleton')
    .on('users')
    .columns(['applicationId', 'skeleton'])
    .execute();
}
