// Manages an application's seller keys in the data on this machine: its own key, which has every
// permission, and additional keys with a scope.
import { randomBytes } from 'node:crypto';
import { shortText } from '@latchkey/protocol/primitives.ts';
import { sellerScopes, type SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import type { ApplicationRow, Database, SellerKeyRow } from '../database/schema.ts';
import { lockApplication } from '../database/lock-application.ts';
import { transact } from '../database/transact.ts';
import { orderedId } from '../ordered-ids.ts';
import { hashToken } from '../secrets/token-hash.ts';
import { accountLabelPrefix } from '../api/seller-keys.ts';
import { withOpenData, refused, type CommandResult, type DataLocation } from './administering.ts';
import { randomText } from '../features/settings/new-application.ts';
import { findApplication, type CreatedApplication } from './applications.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { systemTime } from '../clock.ts';

const secondsPerHour = 3600;

/** Names an application. `ownerid` is needed if two applications share the name. */
export interface ApplicationSelector {
  readonly name: string;
  readonly ownerid: string | undefined;
}

export interface ListedSellerKey extends Pick<SellerKeyRow, 'label' | 'scope' | 'endsAt'> {
  /** Null for the application's own key, which `app newkey` replaces. */
  readonly id: string | null;
  /** Unix seconds; null: unknown. */
  readonly createdAt: number | null;
  readonly isOn: boolean;
}

/**
 * Replaces the application's own key. The old key ends immediately, or after `overlapHours`. The
 * new key works from any address, so that a seller whose address changed regains access.
 */
export async function renewSellerKey(
  location: DataLocation,
  name: string,
  ownerid: string | undefined,
  overlapHours = 0,
): Promise<CommandResult<CreatedApplication>> {
  return withOpenData(location, async (db, publicKey) => {
    const foundApplication = await findApplication(db, name, ownerid);
    if (!foundApplication.ok) return foundApplication;
    const { id, ownerid: owner, sellerkeyHash } = foundApplication.application;
    const sellerkey = randomText(32);
    const now = nowSeconds();
    await transact(db, async (transaction) => {
      await transaction
        .updateTable('applications')
        .set({ sellerkeyHash: hashToken(sellerkey), sellerAddress: null })
        .where('id', '=', id)
        .execute();
      if (overlapHours > 0)
        await insertKey(transaction, id, {
          keyHash: sellerkeyHash,
          label: 'before newkey',
          scope: 'all',
          createdAt: now,
          endsAt: now + overlapHours * secondsPerHour,
        });
      const overlap = overlapHours > 0 ? `, the previous key ends in ${overlapHours} hours` : '';
      await audit(transaction, id, 'newkey', `${byCommandLine}${overlap}`);
    });
    return { ok: true, value: { name, ownerid: owner, sellerkey, publicKey } };
  });
}

export interface AddedSellerKey {
  readonly id: string;
  readonly label: string;
  readonly scope: SellerScope;
  readonly sellerkey: string;
  /** The application's setting, because a key with the scope `sell` is probably for a shop. */
  readonly unknownOrders: ApplicationRow['unknownOrders'];
}

/** Adds a seller key. `sellerkey` is shown only once. */
export async function addSellerKey(
  location: DataLocation,
  application: ApplicationSelector,
  { label, scope }: { readonly label: string; readonly scope: string },
): Promise<CommandResult<AddedSellerKey>> {
  const known = sellerScopes.find((sellerScope) => sellerScope === scope);
  if (known === undefined) return refused(`--scope must be one of: ${sellerScopes.join(', ')}.`);
  if (!shortText.safeParse(label).success) return refused('--label must have 1 to 100 characters.');
  // The audit log shows accounts in this form.
  if (label.toLowerCase().startsWith(accountLabelPrefix))
    return refused(`--label must not begin with "${accountLabelPrefix}".`);
  return withOpenData(location, async (db) => {
    const foundApplication = await findApplication(db, application.name, application.ownerid);
    if (!foundApplication.ok) return foundApplication;
    const applicationId = foundApplication.application.id;
    const sellerkey = randomText(32);
    const id = await transact(db, async (transaction) => {
      // Of two concurrent calls, the second waits here and then sees the key of the first.
      await lockApplication(transaction, applicationId);
      const keysWithLabel = await keysOf(transaction, applicationId, label);
      if (keysWithLabel.some(({ endsAt }) => endsAt === null)) return null;
      const newId = await insertKey(transaction, applicationId, {
        keyHash: hashToken(sellerkey),
        label,
        scope: known,
        createdAt: nowSeconds(),
        endsAt: null,
      });
      await audit(
        transaction,
        applicationId,
        'addkey',
        `label=${label} scope=${known} ${byCommandLine}`,
      );
      return newId;
    });
    if (id === null) return refused(`The seller key "${label}" already exists. End it first.`);
    const { unknownOrders } = foundApplication.application;
    return { ok: true, value: { id, label, scope: known, sellerkey, unknownOrders } };
  });
}

/** Lists the application's own key first, then the others, newest first. */
export async function listSellerKeys(
  location: DataLocation,
  { name, ownerid }: ApplicationSelector,
): Promise<CommandResult<readonly ListedSellerKey[]>> {
  return withOpenData(location, async (db) => {
    const foundApplication = await findApplication(db, name, ownerid);
    if (!foundApplication.ok) return foundApplication;
    const rows = await keysOf(db, foundApplication.application.id);
    const now = nowSeconds();
    const own = { id: null, label: '', scope: 'all', createdAt: null, endsAt: null } as const;
    const others = rows.map(({ id, label, scope, createdAt, endsAt }) => ({
      id,
      label,
      scope,
      createdAt,
      endsAt,
      isOn: endsAt === null || endsAt > now,
    }));
    return { ok: true, value: [{ ...own, isOn: true }, ...others] };
  });
}

/**
 * Ends a key. `which` is an id or a label; of several keys with that label, the one without an end
 * is ended. The end of a key can only be moved to an earlier time.
 */
export async function endSellerKey(
  location: DataLocation,
  application: ApplicationSelector,
  { which, afterHours }: { readonly which: string; readonly afterHours: number },
): Promise<CommandResult<{ id: string; label: string; endsAt: number }>> {
  return withOpenData(location, async (db) => {
    const foundApplication = await findApplication(db, application.name, application.ownerid);
    if (!foundApplication.ok) return foundApplication;
    const applicationId = foundApplication.application.id;
    const now = nowSeconds();
    const ended = await transact(db, async (transaction) => {
      await lockApplication(transaction, applicationId);
      const all = await keysOf(transaction, applicationId);
      const activeKeys = all.filter(({ endsAt }) => endsAt === null || endsAt > now);
      const keysWithLabel = activeKeys.filter(({ label }) => label === which);
      const keyToEnd =
        activeKeys.find(({ id }) => id === which) ??
        keysWithLabel.find(({ endsAt }) => endsAt === null) ??
        keysWithLabel.at(0);
      if (keyToEnd === undefined) return null;
      const endsAt = Math.min(
        keyToEnd.endsAt ?? Number.MAX_SAFE_INTEGER,
        now + afterHours * secondsPerHour,
      );
      await transaction
        .updateTable('sellerKeys')
        .set({ endsAt })
        .where('id', '=', keyToEnd.id)
        .execute();
      const after = afterHours > 0 ? ` in ${afterHours} hours` : '';
      await audit(
        transaction,
        applicationId,
        'endkey',
        `label=${keyToEnd.label}${after} ${byCommandLine}`,
      );
      return { id: keyToEnd.id, label: keyToEnd.label, endsAt };
    });
    return ended === null
      ? refused(
          `The seller key "${which}" does not exist or has ended. "latchkey app keys list" shows all.`,
        )
      : { ok: true, value: ended };
  });
}

export const byCommandLine = 'by the local command line';

function nowSeconds(): number {
  return toUnixSeconds(systemTime());
}

async function keysOf(
  db: Database,
  applicationId: string,
  label?: string,
): Promise<readonly SellerKeyRow[]> {
  const all = db
    .selectFrom('sellerKeys')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .orderBy('createdAt', 'desc')
    .orderBy('id');
  return (label === undefined ? all : all.where('label', '=', label)).execute();
}

async function insertKey(
  db: Database,
  applicationId: string,
  key: Omit<SellerKeyRow, 'id' | 'applicationId' | 'accountId'>,
): Promise<string> {
  const id = randomBytes(5).toString('hex');
  await db
    .insertInto('sellerKeys')
    .values({ id, applicationId, ...key })
    .execute();
  return id;
}

async function audit(
  db: Database,
  applicationId: string,
  type: string,
  detail: string,
): Promise<void> {
  const writtenAtMs = systemTime();
  const id = orderedId(writtenAtMs);
  const row = { id, applicationId, writtenAtMs, type, detail, ip: '' };
  await db.insertInto('auditLogs').values(row).execute();
}
