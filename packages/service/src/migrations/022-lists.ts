// Indexes long lists in the order of their answers, including the second column, so that any page
// of a list is found directly.
import type { Kysely } from 'kysely';

/** Each index replaces the one in its last field: it has the same columns and one more. */
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
