// Making and changing licenses in the seller API. Changes run inside a transaction that ends with the audit row.
import type { z } from 'zod';
import { mostKeys, type licenseMakingApi } from '../../shared/wire/seller/license-making.ts';
import { spelled } from '../database/names.ts';
import type { Database } from '../database/schema.ts';
import { isOwnKey, keyFromMask, leastBits, maskBits, withStars } from '../licenses/license-mask.ts';
import { licenseRanges } from '../licenses/license-ranges.ts';
import { findLicense } from '../licenses/licenses.ts';
import { done, fail, type SellerCall, type SellerRuns } from '../seller-call.ts';

type AddRequest = z.output<typeof licenseMakingApi.add.request>;

/** Rounds of filling up what was taken already; a mask with enough chance needs one. */
const mostRounds = 50;
const lineEnd = '\r\n';

export const licenseMaking: SellerRuns<typeof licenseMakingApi> = {
  async add(call, request) {
    const { expiry, amount, character, force } = request;
    const mask = withStars(request.mask);
    if (expiry === undefined) return fail('Expiry not set');
    if (amount > mostKeys) return fail('You can only generate 100 licenses at a time');
    const own = isOwnKey(mask);
    if (own && amount > 1) return fail("Can't do custom key with amount greater than one");
    const bits = Math.floor(maskBits(mask, character));
    const isWeak = force === 0 && bits < leastBits;
    if (isWeak && call.application.weakKeys === 0)
      return fail(
        'This mask is too easy to guess: use more * characters, or force=1, or turn the setting weakkeys on (updatesettings, weakkeys=1)',
      );
    const keys = await makeKeys(call, { ...request, mask }, expiry);
    const [first] = keys;
    if (first === undefined || keys.length < amount)
      return fail(own ? 'This license key exists already' : 'This mask has no free keys left');
    const text = keys.join(lineEnd);
    const weak = isWeak && {
      warning: `These keys leave ${bits} bits to chance: they can be guessed`,
    };
    const audit = isWeak ? `weak=${bits}bits` : undefined;
    return amount === 1
      ? done({ key: first, ...weak }, { message: 'License Successfully Generated', text, audit })
      : done(
          { keys: [...keys], ...weak },
          { message: 'Licenses successfully generated', text, audit },
        );
  },

  async addtime({ db, application }, { time }) {
    let some = false;
    for await (const { after, upTo } of licenseRanges(db, application.id)) {
      const { numUpdatedRows } = await db
        .updateTable('licenses')
        .set((eb) => ({ seconds: eb('seconds', '+', time) }))
        .where('applicationId', '=', application.id)
        .where('key', '>', after)
        .where('key', '<=', upTo)
        .where('status', '=', 'unused')
        .executeTakeFirst();
      some ||= numUpdatedRows > 0n;
    }
    return some ? done() : fail('Failed to add time!');
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
    return fail(license === undefined ? 'Key Not Found' : 'License key has already been used');
  },

  async setnote({ db, application }, { key, note }) {
    const { numUpdatedRows } = await db
      .updateTable('licenses')
      .set({ note })
      .where('applicationId', '=', application.id)
      .where('key', '=', key)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? fail('Failed to set note') : done();
  },
};

/** As many of the wanted keys as could be made; what is taken is tried anew, as nobody may get a key of somebody else. */
async function makeKeys(
  { db, application, now }: SellerCall,
  { mask, amount, character, level, owner, note }: AddRequest,
  seconds: number,
): Promise<readonly string[]> {
  const made: string[] = [];
  for (let round = 0; round < mostRounds && made.length < amount; round += 1) {
    const wanted = Array.from({ length: amount - made.length }, () =>
      spelled('key', keyFromMask(mask, character)),
    );
    const taken = await foldsTaken(db, application.id, wanted);
    const free = wanted.filter(({ keyFold }) => !taken.has(keyFold));
    if (free.length === 0) continue;
    const rows = await db
      .insertInto('licenses')
      .values(
        free.map((key) => ({
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
          createdAt: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .execute();
    made.push(...rows.map(({ key }) => key));
  }
  return made;
}

/** All of them in one read. */
async function foldsTaken(
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
