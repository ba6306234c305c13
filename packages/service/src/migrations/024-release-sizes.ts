// What a release takes: bytes on the user's disk, and bytes that travel to a computer that has none of it.
// Never changed once released: a later change is a migration of its own.
import { sql, type Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Of earlier ones, only the manifest on the disk knows the first: begun again, it is noted.
  await addNumber(db, 'releases', 'size');
  await addNumber(db, 'releases', 'stored', 0);
  const [releases, contents] = [sql.table('releases'), sql.table('releaseContents')];
  const [applicationId, manifest] = [sql.ref('applicationId'), sql.ref('manifestSha256')];
  await sql`update ${releases} set ${sql.ref('stored')} = (
    select cast(coalesce(sum(${contents}.${sql.ref('size')}), 0) as bigint) from ${contents}
    where ${contents}.${applicationId} = ${releases}.${applicationId}
    and ${contents}.${manifest} = ${releases}.${manifest}
    and ${contents}.${sql.ref('sha256')} <> ${releases}.${manifest})`.execute(db);
}
