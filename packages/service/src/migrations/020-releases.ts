// Adds releases, published or being uploaded, and the files that each one needs.
import type { Kysely } from 'kysely';
import { ofApplication } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('releases'))
    .addColumn('manifestSha256', 'text', (column) => column.notNull())
    .addColumn('manifestSize', 'bigint', (column) => column.notNull())
    .addColumn('keyid', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('rollout', 'bigint', (column) => column.notNull())
    .addColumn('required', 'bigint', (column) => column.notNull())
    .addColumn('retracted', 'bigint', (column) => column.notNull())
    .addColumn('contents', 'bigint', (column) => column.notNull())
    .addColumn('begunAt', 'bigint', (column) => column.notNull())
    .addColumn('publishedAt', 'bigint')
    .addPrimaryKeyConstraint('releasesManifest', ['applicationId', 'manifestSha256'])
    .execute();
  await db.schema
    .createIndex('releasesLine')
    .on('releases')
    .columns(['applicationId', 'kind', 'channel', 'platform', 'sequence'])
    .execute();
  await ofApplication(db.schema.createTable('releaseContents'))
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('manifestSha256', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('releaseContentsOne', ['applicationId', 'sha256', 'manifestSha256'])
    .execute();
  await db.schema
    .createIndex('releaseContentsManifest')
    .on('releaseContents')
    .columns(['applicationId', 'manifestSha256', 'sha256'])
    .execute();
}
