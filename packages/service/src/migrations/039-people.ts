// Adds people who work for a seller: their sign-in under an owner id, their sessions, invitations
// and recovery codes, the scopes of their accounts, and seller keys that belong to an account.
// Existing accounts belong to no person, so they open nothing until they are invited. Their
// passwords are deleted.
import { sql, type Kysely } from 'kysely';
import { addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('ownerid', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameFold', 'text', (column) => column.notNull())
    .addColumn('isOwner', 'integer', (column) => column.notNull())
    .addColumn('passwordHash', 'text')
    .addColumn('totpSecret', 'text')
    .addColumn('totpPendingSecret', 'text')
    .addColumn('totpPendingAt', 'bigint')
    .addColumn('totpStep', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('peopleName', ['ownerid', 'nameFold'])
    .execute();
  await addReference(db, 'accounts', 'personId', 'people', 'set null');
  await addText(db, 'accounts', 'scopes', '');
  await addText(db, 'accounts', 'bannedReason');
  await db.schema
    .createIndex('accountsPerson')
    .on('accounts')
    .columns(['personId', 'applicationId'])
    .execute();
  await sql`update accounts set password_hash = ''`.execute(db);
  await addReference(db, 'sellerKeys', 'accountId', 'accounts', 'cascade');
  await db.schema.createIndex('sellerKeysAccount').on('sellerKeys').column('accountId').execute();
  await secrets(db);
}

async function secrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recoveryCodes')
    .addColumn('personId', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('codeHash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recoveryCodesCode', ['personId', 'codeHash'])
    .execute();
  await db.schema
    .createTable('personSessions')
    .addColumn('idHash', 'text', (column) => column.primaryKey())
    .addColumn('personId', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastSeenAt', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', 'bigint')
    .execute();
  await db.schema
    .createTable('invitations')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) =>
      column.references('accounts.id').onDelete('cascade'),
    )
    .addColumn('personId', 'text', (column) => column.references('people.id').onDelete('cascade'))
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  const indexes: readonly (readonly [string, string, string])[] = [
    ['personSessionsPerson', 'personSessions', 'personId'],
    ['personSessionsCreated', 'personSessions', 'createdAt'],
    ['invitationsAccount', 'invitations', 'accountId'],
    ['invitationsPerson', 'invitations', 'personId'],
    ['invitationsEnd', 'invitations', 'expiresAt'],
  ];
  for (const [name, table, column] of indexes)
    await db.schema.createIndex(name).on(table).column(column).execute();
}

async function addReference(
  db: Kysely<unknown>,
  table: string,
  name: string,
  target: string,
  onDelete: 'cascade' | 'set null',
): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, 'text', (column) => column.references(`${target}.id`).onDelete(onDelete))
    .execute();
}
