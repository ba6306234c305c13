// Adds files, event deliveries, chats, logs, access lists, tokens, accounts and throttles.
import type { CreateTableBuilder, Kysely } from 'kysely';
import { ofApplication, ofUser } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await data(db);
  await chats(db);
  await records(db);
  await access(db);
  await accounts(db);
  await throttles(db);
  await indexes(db);
}

async function data(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('files'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text')
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('authed', 'integer', (column) => column.notNull())
    .addColumn('uploadedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('filesId', ['applicationId', 'id'])
    .execute();
  await ofApplication(db.schema.createTable('deliveries'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webid', 'text')
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('nextAt', 'bigint', (column) => column.notNull())
    .addColumn('claimedUntil', 'bigint')
    .addColumn('lastStatus', 'integer')
    .addColumn('lastError', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
}

async function chats(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('channels'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('delaySeconds', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('channelsName', ['applicationId', 'name'])
    .execute();
  await ofApplication(db.schema.createTable('chatMessages'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('writtenAtMs', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint(
      'chatMessagesChannel',
      ['applicationId', 'channel'],
      'channels',
      ['applicationId', 'name'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await ofUser(db.schema.createTable('chatMutes'), true)
    .addColumn('mutedUntil', 'bigint', (column) => column.notNull())
    .execute();
}

async function records(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('logs'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('writtenAtMs', 'bigint', (column) => column.notNull())
    .addColumn('username', 'text')
    .addColumn('pcuser', 'text')
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .execute();
  await ofApplication(db.schema.createTable('auditLogs'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('writtenAtMs', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .execute();
  await ofApplication(db.schema.createTable('buttons'))
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('buttonsValue', ['applicationId', 'value'])
    .execute();
  await ofApplication(db.schema.createTable('statistics'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('statisticsKind', ['applicationId', 'kind'])
    .execute();
}

async function access(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('blacklist'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blacklistData', ['applicationId', 'kind', 'data'])
    .execute();
  await ofApplication(db.schema.createTable('whitelist'))
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('whitelistIp', ['applicationId', 'ip'])
    .execute();
  await ofApplication(db.schema.createTable('tokens'))
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('assigned', 'text', (column) => column.notNull())
    .addColumn('bannedReason', 'text')
    .addColumn('hash', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('tokensToken', ['applicationId', 'token'])
    .execute();
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  const table = ofApplication(db.schema.createTable('accounts'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('emailHash', 'text')
    .addColumn('keyLevels', 'text', (column) => column.notNull())
    .addColumn('permissions', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('accountsUsername', ['applicationId', 'username']);
  await ['day', 'week', 'month', 'threeMonth', 'sixMonth', 'year', 'lifetime']
    .reduce<CreateTableBuilder<string>>(
      (builder, name) =>
        builder.addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0)),
      table,
    )
    .execute();
}

async function throttles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('throttles')
    .addColumn('scope', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('endsAt', 'bigint', (column) => column.notNull())
    .execute();
}

async function indexes(db: Kysely<unknown>): Promise<void> {
  const wanted: readonly (readonly [string, string, string[]])[] = [
    ['throttlesEndsAt', 'throttles', ['endsAt']],
    ['sessionsUser', 'sessions', ['userId']],
    ['sessionsApplication', 'sessions', ['applicationId', 'expiresAt']],
    ['licensesUser', 'licenses', ['usedBy']],
    ['licensesCreatedAt', 'licenses', ['applicationId', 'createdAt']],
    ['subscriptionsPlan', 'subscriptions', ['planId']],
    ['plansLevel', 'plans', ['applicationId', 'level', 'createdAt', 'id']],
    ['blacklistUser', 'blacklist', ['userId']],
    ['passwordResetsUser', 'passwordResets', ['userId']],
    ['chatMessagesWritten', 'chatMessages', ['applicationId', 'channel', 'writtenAtMs']],
    ['chatMessagesUser', 'chatMessages', ['userId']],
    ['logsWritten', 'logs', ['applicationId', 'writtenAtMs']],
    ['auditLogsWritten', 'auditLogs', ['applicationId', 'writtenAtMs']],
    ['deliveriesDue', 'deliveries', ['status', 'nextAt']],
    ['deliveriesCreated', 'deliveries', ['applicationId', 'createdAt']],
    ['deliveriesTarget', 'deliveries', ['applicationId', 'webid', 'status']],
    ['filesContent', 'files', ['sha256']],
  ];
  for (const [name, table, columns] of wanted)
    await db.schema.createIndex(name).on(table).columns(columns).execute();
}
