// Adds orders, which are fulfilled once and to which their licenses refer, and seller keys with a
// scope, which the audit log records.
import type { Kysely } from 'kysely';
import { addText, ofApplication } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('orders'))
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('seconds', 'bigint', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ordersNumber', ['applicationId', 'number'])
    .execute();
  await addText(db, 'licenses', 'orderNumber');
  await db.schema
    .createIndex('licensesOrder')
    .on('licenses')
    .columns(['applicationId', 'orderNumber'])
    .execute();
  await ofApplication(db.schema.createTable('sellerKeys'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('keyHash', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('endsAt', 'bigint')
    .execute();
  await db.schema
    .createIndex('sellerKeysApplication')
    .on('sellerKeys')
    .column('applicationId')
    .execute();
  await addText(db, 'auditLogs', 'sellerKey', '');
}
