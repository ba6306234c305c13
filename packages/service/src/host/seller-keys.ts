// An application's seller keys, in the data on this machine: its own one, which may do everything, and others that may do a part.
import { randomBytes } from 'node:crypto';
import { shortText } from '@latchkey/protocol/primitives.ts';
import { sellerScopes, type SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import type { Database, SellerKeyRow } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { orderedId } from '../ordered-ids.ts';
import { hashToken } from '../secrets/token-hash.ts';
import { administer, no, type Administered, type Place } from './administering.ts';
import { findApplication, randomText, type CreatedApplication } from './applications.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';
import { machineNow } from '../clock.ts';

/** How long a key that ends may go on, so that it can be replaced everywhere meanwhile. */
export const longestOverlapHours = 24;
const hour = 3600;

/** Which application; `ownerid`: needed where two have this name. */
export interface Named {
  readonly name: string;
  readonly ownerid: string | undefined;
}

export interface ListedSellerKey extends Pick<SellerKeyRow, 'label' | 'scope' | 'endsAt'> {
  /** null: the application's own, which `app newkey` replaces. */
  readonly id: string | null;
  /** Unix seconds; null: not known. */
  readonly createdAt: number | null;
  readonly isOn: boolean;
}

/**
 * The application's own seller key before it ends, at once or after `overlapHours`; the new one may be used from any address: a
 * seller whose own has changed gets in again.
 */
export async function renewSellerKey(
  place: Place,
  name: string,
  ownerid: string | undefined,
  overlapHours = 0,
): Promise<Administered<CreatedApplication>> {
  return administer(place, async (db, publicKey) => {
    const found = await findApplication(db, name, ownerid);
    if (!found.ok) return found;
    const { id, ownerid: owner, sellerkeyHash } = found.application;
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
          endsAt: now + overlapHours * hour,
        });
      const overlap = overlapHours > 0 ? `, the previous key ends in ${overlapHours} hours` : '';
      await note(transaction, id, 'newkey', `${byHand}${overlap}`);
    });
    return { ok: true, value: { name, ownerid: owner, sellerkey, publicKey } };
  });
}

/** `sellerkey`: told this once. */
export async function addSellerKey(
  place: Place,
  application: Named,
  { label, scope }: { readonly label: string; readonly scope: string },
): Promise<Administered<{ id: string; label: string; scope: SellerScope; sellerkey: string }>> {
  const known = sellerScopes.find((one) => one === scope);
  if (known === undefined) return no(`--scope must be one of: ${sellerScopes.join(', ')}.`);
  if (!shortText.safeParse(label).success) return no('--label must have 1 to 100 characters.');
  return administer(place, async (db) => {
    const found = await findApplication(db, application.name, application.ownerid);
    if (!found.ok) return found;
    const applicationId = found.application.id;
    const sellerkey = randomText(32);
    const id = await transact(db, async (transaction) => {
      // Of two at once the second waits here, and then sees what the first one made.
      await hold(transaction, applicationId);
      const goingOn = await keysOf(transaction, applicationId, label);
      if (goingOn.some(({ endsAt }) => endsAt === null)) return null;
      const made = await insertKey(transaction, applicationId, {
        keyHash: hashToken(sellerkey),
        label,
        scope: known,
        createdAt: nowSeconds(),
        endsAt: null,
      });
      await note(transaction, applicationId, 'addkey', `label=${label} scope=${known} ${byHand}`);
      return made;
    });
    if (id === null) return no(`The seller key "${label}" already exists. End it first.`);
    return { ok: true, value: { id, label, scope: known, sellerkey } };
  });
}

/** The newest first, after the application's own. */
export async function listSellerKeys(
  place: Place,
  { name, ownerid }: Named,
): Promise<Administered<readonly ListedSellerKey[]>> {
  return administer(place, async (db) => {
    const found = await findApplication(db, name, ownerid);
    if (!found.ok) return found;
    const rows = await keysOf(db, found.application.id);
    const now = nowSeconds();
    const own = { id: null, label: '', scope: 'all', createdAt: null, endsAt: null } as const;
    const others = rows.map(({ id, label, scope, createdAt, endsAt }) => ({
      ...{ id, label, scope, createdAt, endsAt },
      isOn: endsAt === null || endsAt > now,
    }));
    return { ok: true, value: [{ ...own, isOn: true }, ...others] };
  });
}

/** `which`: its id, or its label where only one of that label goes on. An end that is set already can only come sooner. */
export async function endSellerKey(
  place: Place,
  application: Named,
  { which, afterHours }: { readonly which: string; readonly afterHours: number },
): Promise<Administered<{ id: string; label: string; endsAt: number }>> {
  return administer(place, async (db) => {
    const found = await findApplication(db, application.name, application.ownerid);
    if (!found.ok) return found;
    const applicationId = found.application.id;
    const now = nowSeconds();
    const ended = await transact(db, async (transaction) => {
      await hold(transaction, applicationId);
      const all = await keysOf(transaction, applicationId);
      const live = all.filter(({ endsAt }) => endsAt === null || endsAt > now);
      const labelled = live.filter(({ label }) => label === which);
      const one =
        live.find(({ id }) => id === which) ??
        labelled.find(({ endsAt }) => endsAt === null) ??
        labelled.at(0);
      if (one === undefined) return null;
      const endsAt = Math.min(one.endsAt ?? Number.MAX_SAFE_INTEGER, now + afterHours * hour);
      await transaction
        .updateTable('sellerKeys')
        .set({ endsAt })
        .where('id', '=', one.id)
        .execute();
      const after = afterHours > 0 ? ` in ${afterHours} hours` : '';
      await note(transaction, applicationId, 'endkey', `label=${one.label}${after} ${byHand}`);
      return { id: one.id, label: one.label, endsAt };
    });
    return ended === null
      ? no(
          `The seller key "${which}" does not exist or has ended. "latchkey app keys list" shows all.`,
        )
      : { ok: true, value: ended };
  });
}

const byHand = 'by the local command line';

function nowSeconds(): number {
  return inSeconds(machineNow());
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

async function hold(db: Database, id: string): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({ sellerkeyHash: eb.ref('sellerkeyHash') }))
    .where('id', '=', id)
    .execute();
}

async function insertKey(
  db: Database,
  applicationId: string,
  key: Omit<SellerKeyRow, 'id' | 'applicationId'>,
): Promise<string> {
  const id = randomBytes(5).toString('hex');
  await db
    .insertInto('sellerKeys')
    .values({ id, applicationId, ...key })
    .execute();
  return id;
}

async function note(
  db: Database,
  applicationId: string,
  type: string,
  detail: string,
): Promise<void> {
  const writtenAtMs = machineNow();
  const id = orderedId(writtenAtMs);
  const row = { id, applicationId, writtenAtMs, type, detail, ip: '' };
  await db.insertInto('auditLogs').values(row).execute();
}
