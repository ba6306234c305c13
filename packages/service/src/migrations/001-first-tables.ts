// Creates applications, plans, users, subscriptions, licenses, variables, webhooks and sessions.
import type { CreateTableBuilder, Kysely } from 'kysely';

/** Times and durations are `bigint`, because those of lifetime licenses exceed 32 bits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await applicationsAndPlans(db);
  await usersAndSubscriptions(db);
  await licensesVariablesWebhooks(db);
  await sessions(db);
}

async function applicationsAndPlans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('applications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('ownerid', 'text', (column) => column.notNull())
    .addColumn('sellerkeyHash', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('download', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('paused', 'integer', (column) => column.notNull())
    .addColumn('hwidLock', 'integer', (column) => column.notNull())
    .addColumn('forceHwid', 'integer', (column) => column.notNull())
    .addColumn('minHwid', 'integer', (column) => column.notNull())
    .addColumn('sessionSeconds', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('applicationsNameOwnerid', ['name', 'ownerid'])
    .execute();
  await ofApplication(db.schema.createTable('plans'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('plansName', ['applicationId', 'name'])
    .execute();
}

async function usersAndSubscriptions(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('users'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('hwid', 'text')
    .addColumn('bannedReason', 'text')
    .addColumn('totpSecret', 'text')
    .addColumn('totpStep', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastLoginAt', 'bigint')
    .addColumn('lastIp', 'text')
    .addUniqueConstraint('usersUsername', ['applicationId', 'username'])
    .execute();
  await db.schema
    .createTable('subscriptions')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('planId', 'text', (column) =>
      column.notNull().references('plans.id').onDelete('cascade'),
    )
    .addColumn('sinceAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('remainingSeconds', 'bigint')
    .addPrimaryKeyConstraint('subscriptionsUserPlan', ['userId', 'planId'])
    .execute();
  await db.schema
    .createTable('codeFailures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('failedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('codeFailuresUser')
    .on('codeFailures')
    .columns(['userId', 'failedAt'])
    .execute();
}

async function licensesVariablesWebhooks(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('licenses'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('seconds', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('usedBy', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('usedAt', 'bigint')
    .addColumn('bannedReason', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('licensesKey', ['applicationId', 'key'])
    .execute();
  await ofApplication(db.schema.createTable('variables'))
    .addColumn('varid', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('authed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('variablesVarid', ['applicationId', 'varid'])
    .execute();
  await ofApplication(db.schema.createTable('webhooks'))
    .addColumn('webid', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('userAgent', 'text', (column) => column.notNull())
    .addColumn('authed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhooksWebid', ['applicationId', 'webid'])
    .execute();
}

async function sessions(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('sessions'))
    .addColumn('idHash', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessionsExpiresAt').on('sessions').column('expiresAt').execute();
}

function ofApplication<Table extends string>(
  table: CreateTableBuilder<Table>,
): CreateTableBuilder<Table, 'applicationId'> {
  return table.addColumn('applicationId', 'text', (column) =>
    column.notNull().references('applications.id').onDelete('cascade'),
  );
}
