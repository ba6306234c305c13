// Long lists in the order in which they are told, their second column included, so that any part of one is found where it begins.
// Never changed once released: a later change is a migration of its own.
import type { Kysely } from 'kysely';

/** What replaces what: the same columns and one more. */
const indexes = [
  ['licensesListed', 'licenses', ['applicationId', 'createdAt desc', 'key'], 'licensesCreatedAt'],
  ['logsListed', 'logs', ['applicationId', 'writtenAtMs desc', 'id'], 'logsWritten'],
  ['auditLogsListed', 'auditLogs', ['applicationId', 'writtenAtMs desc', 'id'], 'auditLogsWritten'],
  [
    'sessionsListed',
    'sessions',
    ['applicationId', 'expiresAt desc', 'idHash'],
    'sessionsApplication',
  ],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, columns, before] of indexes) {
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
    await db.schema.dropIndex(before).execute();
  }
}
