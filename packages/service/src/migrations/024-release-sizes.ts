// Adds the sizes of a release: bytes on the user's disk, and bytes of a first download.
import { sql, type Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for earlier releases, whose size is only in the manifest on disk. A new upload records it.
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
