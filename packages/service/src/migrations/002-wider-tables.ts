// Adds columns to the first tables, and lets a user have several devices.
import type { Kysely } from 'kysely';
import { addNumber, addText, ofApplication, ofUser } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await widenApplications(db);
  await widenUsers(db);
  await widenOtherTables(db);
}

async function widenApplications(db: Kysely<unknown>): Promise<void> {
  const texts = { texts: '{}', extras: '{}', logWebhook: '', eventNames: '' };
  for (const [name, value] of Object.entries(texts)) await addText(db, 'applications', name, value);
  await addText(db, 'applications', 'sellerAddress');
  const numbers = {
    hashCheck: 0,
    tokenSystem: 0,
    minUsernameLength: 1,
    cooldownSeconds: 604_800,
    legacyHashes: 0,
  };
  for (const [name, value] of Object.entries(numbers))
    await addNumber(db, 'applications', name, value);
  await ofApplication(db.schema.createTable('programHashes'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('programHashesHash', ['applicationId', 'hash'])
    .execute();
}

/** The columns of 001 and of the new table that rows are moved between. */
type Before = {
  users: { id: string; hwid: string | null; createdAt: number };
  devices: { userId: string; hwid: string; addedAt: number };
};

async function widenUsers(db: Kysely<unknown>): Promise<void> {
  await ofUser(db.schema.createTable('devices'))
    .addColumn('hwid', 'text', (column) => column.notNull())
    .addColumn('addedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('devicesHwid', ['userId', 'hwid'])
    .execute();
  const before = db.$extendTables<Before>();
  await before
    .insertInto('devices')
    .columns(['userId', 'hwid', 'addedAt'])
    .expression(
      before
        .selectFrom('users')
        .select(['id', 'hwid', 'createdAt'])
        .where('hwid', 'is not', null)
        .$narrowType<{ hwid: string }>(),
    )
    .execute();
  await db.schema.alterTable('users').dropColumn('hwid').execute();
  await addText(db, 'users', 'emailHash');
  await addText(db, 'users', 'totpPendingSecret');
  await addNumber(db, 'users', 'totpPendingAt');
  await addNumber(db, 'users', 'cooldownAt', 0);
  await ofUser(db.schema.createTable('userVariables'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('readOnly', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('userVariablesName', ['userId', 'name'])
    .execute();
  await ofUser(db.schema.createTable('knownAddresses'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('lastAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('knownAddressesAddress', ['userId', 'address'])
    .execute();
  await ofUser(db.schema.createTable('passwordResets'))
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
}

async function widenOtherTables(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'subscriptions', 'licenseKey');
  await addNumber(db, 'subscriptions', 'pausedWithApplication', 0);
  await addText(db, 'licenses', 'note', '');
  await addText(db, 'licenses', 'createdBy', '');
  await addText(db, 'sessions', 'ip', '');
  await addNumber(db, 'sessions', 'createdAt', 0);
  await addText(db, 'webhooks', 'events', '');
  await addText(db, 'webhooks', 'secret');
}
