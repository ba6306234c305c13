// Seller API operations that create and change licenses.
import { isListed } from '../../database/in-list.ts';
import type { z } from 'zod';
import { licenseMakingApi } from '@latchkey/protocol/seller/license-making.ts';
import { isCustomKey, maskBits, minBits, withStars } from '@latchkey/protocol/license-mask.ts';
import { maxKeysPerRequest } from '@latchkey/protocol/limits.ts';
import { addToDuration, isStill } from '../../database/expressions.ts';
import { markKeyNames } from '../../secrets/license-names.ts';
import { withFold } from '../../database/names.ts';
import type { Database } from '../../database/schema.ts';
import { keyFromMask } from './license-mask.ts';
import { findLicense } from './licenses.ts';
import {
  beginForAll,
  done,
  fail,
  type FailedOf,
  type SellerHandlers,
  type SellerChange,
} from '../../api/seller-call.ts';
import { addCounts } from '../numbers/counting.ts';
import { chooseLevel } from './license-levels.ts';
import { createdAnswer } from './created-answer.ts';
import { claimOrder, countInOrder, storedOrder } from './orders.ts';
import { refuseShopBody } from './shop-orders.ts';
import { licensePass } from '../../api/passes.ts';

type AddRequest = z.output<typeof licenseMakingApi.add.request>;

/** Maximum attempts to replace taken keys. A mask with enough random characters needs one. */
const maxRounds = 50;

export const licenseMaking: SellerHandlers<typeof licenseMakingApi> = {
  add: (call, request) => addLicenses(call, request, null),

  addtime: {
    begin: beginForAll,
    passes: [
      licensePass(async ({ db, application }, { time }, keys) => {
        const { numUpdatedRows } = await db
          .updateTable('licenses')
          .set({ seconds: addToDuration('seconds', time) })
          .where(isListed(db, 'licenses.key', application.id, keys))
          .where(isStill('status', 'unused'))
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),
    ],
    end: ({ changed }) => (changed === 0 ? fail('no-unused-keys') : done()),
  },

  async edit({ db, application }, { key, expiry }) {
    const { numUpdatedRows } = await db
      .updateTable('licenses')
      .set({ seconds: expiry })
      .where('applicationId', '=', application.id)
      .where('key', '=', key)
      .where('usedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return done();
    const license = await findLicense(db, application, key);
    return fail(license === undefined ? 'key-unknown' : 'key-used');
  },

  async setnote({ db, application }, { key, note }) {
    const { numUpdatedRows } = await db
      .updateTable('licenses')
      .set({ note })
      .where('applicationId', '=', application.id)
      .where('key', '=', key)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? fail('key-unknown') : done();
  },
};

/** The reseller who makes licenses. */
export interface Maker {
  readonly accountId: string;
  /** Pays for the licenses, in the transaction that creates them. Returns one charge for each. */
  readonly pay: (terms: {
    readonly level: string;
    readonly seconds: number;
    readonly amount: number;
  }) => Promise<
    | { readonly ok: true; readonly charges: readonly string[] }
    | FailedOf<typeof licenseMakingApi.add>
  >;
}

export async function addLicenses(call: SellerChange, request: AddRequest, maker: Maker | null) {
  if (request.expiry === undefined) return fail('days-missing');
  if (request.amount > maxKeysPerRequest) return fail('too-many-keys');
  const refusal = refuseShopBody(call, request.order);
  if (refusal !== null) return refusal;
  const chosen = await chooseLevel(call, request);
  if (!chosen.ok) return chosen;
  const { order } = request;
  const orderNumber = order === undefined ? null : storedOrder(order, maker?.accountId);
  const wanted = { ...request, level: chosen.level, seconds: request.expiry, orderNumber };
  if (orderNumber === null) return createLicenses(call, wanted, maker);
  const existing = await claimOrder(call, orderNumber, wanted);
  if (existing === null) return createLicenses(call, wanted, maker);
  if (!existing.ok) return existing;
  const { keys, isRefunded } = existing;
  return createdAnswer(call, keys, { order, isRepeated: true, isRefunded });
}

type NewLicenses = Omit<AddRequest, 'level'> & {
  readonly level: string;
  readonly seconds: number;
  readonly orderNumber: string | null;
};

async function createLicenses(call: SellerChange, wanted: NewLicenses, maker: Maker | null) {
  const { amount, character, force, order } = wanted;
  const mask = withStars(wanted.mask);
  const isCustom = isCustomKey(mask);
  if (isCustom && amount > 1) return fail('custom-key-repeated');
  const bits = Math.floor(maskBits(mask, character));
  const isWeak = force === 0 && bits < minBits;
  if (isWeak && (call.application.weakKeys === 0 || maker !== null)) return fail('mask-too-weak');
  const paid = await maker?.pay(wanted);
  if (paid?.ok === false) return paid;
  const own = { accountId: maker?.accountId ?? null, charges: paid?.charges ?? [] };
  const keys = await createKeys(call, { ...wanted, mask }, own);
  if (keys.length < amount) return fail(isCustom ? 'key-exists' : 'mask-exhausted');
  const warning = isWeak
    ? `These keys have only ${bits} random bits and can be guessed`
    : undefined;
  const audit = isWeak ? `weak=${bits}bits` : undefined;
  await addCounts(call, [{ kind: 'made', count: keys.length }]);
  return createdAnswer(call, keys, { order, warning, audit });
}

/** Creates keys for the order of a connected shop, which counts them. */
export async function createOrderKeys(
  call: SellerChange,
  orderNumber: string,
  terms: { readonly level: string; readonly seconds: number; readonly amount: number },
): Promise<readonly string[]> {
  const { mask, character, force } = licenseMakingApi.add.request.parse({});
  const owner = call.key.label ?? '';
  const wanted = { mask, character, force, ...terms, owner, note: '', orderNumber };
  await countInOrder(call, orderNumber, terms);
  const keys = await createKeys(call, wanted, { accountId: null, charges: [] });
  if (keys.length < terms.amount) throw new Error('The keys of an order could not be created');
  await addCounts(call, [{ kind: 'made', count: keys.length }]);
  return keys;
}

/**
 * Creates `amount` keys, or fewer if the mask allows no more. A taken key is replaced with another
 * random one.
 */
async function createKeys(
  { db, application, now }: SellerChange,
  { mask, amount, character, level, owner, note, orderNumber, seconds }: NewLicenses,
  {
    accountId,
    charges,
  }: { readonly accountId: string | null; readonly charges: readonly string[] },
): Promise<readonly string[]> {
  const created: string[] = [];
  let unspent = charges;
  for (let round = 0; round < maxRounds && created.length < amount; round += 1) {
    const wanted = Array.from({ length: amount - created.length }, () =>
      withFold('key', keyFromMask(mask, character)),
    );
    const usedFolds = await usedFoldsOf(db, application.id, wanted);
    const free = wanted.filter(({ keyFold }) => !usedFolds.has(keyFold));
    if (free.length === 0) continue;
    const rows = await db
      .insertInto('licenses')
      .values(
        free.map((key, index) => ({
          applicationId: application.id,
          ...key,
          level,
          seconds,
          status: 'unused' as const,
          usedBy: null,
          usedAt: null,
          bannedReason: null,
          note,
          createdBy: owner,
          orderNumber,
          createdAt: now,
          accountId,
          charge: unspent[index] ?? null,
          isCharged: accountId === null ? (0 as const) : (1 as const),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .execute();
    const createdKeys = rows.map(({ key }) => key);
    unspent = unspent.filter(
      (_, index) => index >= free.length || !createdKeys.includes(free[index]?.key ?? ''),
    );
    await markKeyNames(db, application.id, createdKeys);
    created.push(...createdKeys);
  }
  return created;
}

async function usedFoldsOf(
  db: Database,
  applicationId: string,
  keys: readonly { readonly keyFold: string }[],
): Promise<ReadonlySet<string>> {
  const folds = keys.map(({ keyFold }) => keyFold);
  const rows = await db
    .selectFrom('licenses')
    .select('keyFold')
    .where('applicationId', '=', applicationId)
    .where('keyFold', 'in', folds)
    .execute();
  return new Set(rows.map(({ keyFold }) => keyFold));
}
