// Changes the service's secret: reseals all sealed data if the old secret is known, and discards it
// otherwise. One transaction does this, so that all data is under one secret.
import { randomBytes } from 'node:crypto';
import { generateSecret } from 'otplib';
import { readFact, writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { openAt, sealAt, tokenLookupKey } from '../secrets/at-rest.ts';
import { mapSecrets } from '../features/settings/extra-settings.ts';
import { resealShops, type Reseal } from '../features/shops/reseal-shops.ts';
import { secretFingerprint, type ServiceSecret } from '../secrets/service-secret.ts';

/** Counts of lost items; all 0 if the old secret was known. */
export interface LostData {
  /** Users and people whose second factor accepts no code until it is turned off. */
  readonly secondFactors: number;
  readonly webhooks: number;
  /** Applications whose setting `sellixsecret` is empty now. */
  readonly shopSecrets: number;
  readonly tokens: number;
  readonly mailAddresses: number;
  /** Connected shops, with their orders. */
  readonly shops: number;
}

/** `before` is null if the old secret is lost. All secrets in the database must be sealed. */
export async function changeSecret(
  db: Database,
  before: ServiceSecret | null,
  after: ServiceSecret,
): Promise<LostData> {
  return transact(db, async (transaction) => {
    const lostData = before === null ? await discardAll(transaction, after) : nothingLost;
    if (before !== null) await resealAll(transaction, before, after);
    // Idempotency keys are hashed with the old secret, so replays are no longer recognised.
    await transaction.deleteFrom('repeats').execute();
    await writeFact(transaction, 'service-secret', secretFingerprint(after));
    return lostData;
  });
}

const nothingLost: LostData = {
  secondFactors: 0,
  webhooks: 0,
  shopSecrets: 0,
  tokens: 0,
  mailAddresses: 0,
  shops: 0,
};

async function resealAll(db: Database, before: ServiceSecret, after: ServiceSecret): Promise<void> {
  const reseal: Reseal = (kind, context, sealed) =>
    sealAt(after, kind, context, openAt(before, kind, context, sealed));
  const users = await db
    .selectFrom('users')
    .select(['id', 'totpSecret', 'mailAddress'])
    .where((eb) => eb.or([eb('totpSecret', 'is not', null), eb('mailAddress', 'is not', null)]))
    .execute();
  for (const { id, totpSecret, mailAddress } of users)
    await db
      .updateTable('users')
      .set({
        totpSecret: totpSecret && reseal('one-time codes', [id], totpSecret),
        mailAddress: mailAddress && reseal('mail addresses', [id], mailAddress),
      })
      .where('id', '=', id)
      .execute();
  await dropOffers(db);
  await changeFactorsOfPeople(db, ({ id, totpSecret }) =>
    reseal('codes of people', [id], totpSecret),
  );
  const mailKey = await readFact(db, 'mail-key');
  if (mailKey !== null) await writeFact(db, 'mail-key', reseal('mail key', [], mailKey));
  for (const { applicationId, token, sealed } of await db
    .selectFrom('tokens')
    .select(['applicationId', 'token', 'sealed'])
    .execute()) {
    if (sealed === null) continue;
    const text = openAt(before, 'tokens', [applicationId], sealed);
    await db
      .updateTable('tokens')
      .set({
        token: tokenLookupKey(after, applicationId, text),
        sealed: sealAt(after, 'tokens', [applicationId], text),
      })
      .where('applicationId', '=', applicationId)
      .where('token', '=', token)
      .execute();
  }
  await resealAddresses(db, reseal);
  await resealShops(db, reseal);
}

/** Deliveries to one address get one sealed text, because equal texts mark the same target. */
async function resealAddresses(db: Database, reseal: Reseal): Promise<void> {
  for (const { id, logWebhook, extras } of await db
    .selectFrom('applications')
    .select(['id', 'logWebhook', 'extras'])
    .execute())
    await db
      .updateTable('applications')
      .set({
        logWebhook: logWebhook && reseal('webhook addresses', [id], logWebhook),
        extras: mapSecrets(extras, (text) => reseal('shop secrets', [id], text)),
      })
      .where('id', '=', id)
      .execute();
  for (const { applicationId, webid, url, secret } of await db
    .selectFrom('webhooks')
    .select(['applicationId', 'webid', 'url', 'secret'])
    .execute())
    await db
      .updateTable('webhooks')
      .set({
        url: reseal('webhook addresses', [applicationId], url),
        secret: secret && reseal('webhook secrets', [applicationId, webid], secret),
      })
      .where('applicationId', '=', applicationId)
      .where('webid', '=', webid)
      .execute();
  for (const { applicationId, url } of await db
    .selectFrom('deliveries')
    .select(['applicationId', 'url'])
    .distinct()
    .execute())
    await db
      .updateTable('deliveries')
      .set({ url: reseal('webhook addresses', [applicationId], url) })
      .where('applicationId', '=', applicationId)
      .where('url', '=', url)
      .execute();
}

/**
 * Discards everything that the lost secret sealed.
 * SECURITY: turning off an unreadable second factor would open the account to its password alone. A
 * random secret that nobody knows replaces it until the seller turns it off.
 */
async function discardAll(db: Database, after: ServiceSecret): Promise<LostData> {
  // An earlier version sealed nothing, so nothing is lost.
  if ((await readFact(db, 'mail-key')) === null) return nothingLost;
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('totpSecret', 'is not', null)
    .execute();
  for (const { id } of users)
    await db
      .updateTable('users')
      // The key of the hashes of recovery codes is lost too.
      .set({
        totpSecret: sealAt(after, 'one-time codes', [id], generateSecret()),
        recoveryCodes: null,
      })
      .where('id', '=', id)
      .execute();
  await dropOffers(db);
  const factorsOfPeople = await changeFactorsOfPeople(db, ({ id }) =>
    sealAt(after, 'codes of people', [id], generateSecret()),
  );
  await db.updateTable('applications').set({ logWebhook: '', eventNames: '' }).execute();
  await db.deleteFrom('deliveries').execute();
  const { numDeletedRows: webhooks } = await db.deleteFrom('webhooks').executeTakeFirst();
  const shopSecrets = await dropShopSecrets(db);
  const { numDeletedRows: tokens } = await db.deleteFrom('tokens').executeTakeFirst();
  const emailQueries = [
    db
      .updateTable('users')
      .set({ emailHash: null, emailConfirmed: 0, mailAddress: null })
      .where('emailHash', 'is not', null),
    db.updateTable('accounts').set({ emailHash: null }).where('emailHash', 'is not', null),
  ];
  let mailAddresses = 0;
  for (const query of emailQueries) {
    const { numUpdatedRows } = await query.executeTakeFirst();
    mailAddresses += Number(numUpdatedRows);
  }
  const { numDeletedRows: shops } = await db.deleteFrom('shops').executeTakeFirst();
  // The hashes of computers have the lost mail key, so every computer gets another trial.
  await db.deleteFrom('trials').execute();
  const key = randomBytes(32).toString('base64url');
  await writeFact(db, 'mail-key', sealAt(after, 'mail key', [], key));
  return {
    secondFactors: users.length + factorsOfPeople,
    webhooks: Number(webhooks),
    shopSecrets,
    tokens: Number(tokens),
    mailAddresses,
    shops: Number(shops),
  };
}

async function dropShopSecrets(db: Database): Promise<number> {
  let dropped = 0;
  for (const { id, extras } of await db
    .selectFrom('applications')
    .select(['id', 'extras'])
    .execute()) {
    const withoutSecrets = mapSecrets(extras, () => '');
    if (withoutSecrets === extras) continue;
    await db
      .updateTable('applications')
      .set({ extras: withoutSecrets })
      .where('id', '=', id)
      .execute();
    dropped += 1;
  }
  return dropped;
}

/** Offers of a second factor and of recovery codes expire soon anyway. */
async function dropOffers(db: Database): Promise<void> {
  await db
    .updateTable('users')
    .set({ recoveryPending: null })
    .where('recoveryPending', 'is not', null)
    .execute();
  await db
    .updateTable('users')
    .set({ totpPendingSecret: null, totpPendingAt: null })
    .where('totpPendingSecret', 'is not', null)
    .execute();
}

/**
 * Seals the second factors of people who work for a seller again, and returns their number. Recovery
 * codes end, because only their hashes with the old secret are known.
 */
async function changeFactorsOfPeople(
  db: Database,
  change: (person: { readonly id: string; readonly totpSecret: string }) => string,
): Promise<number> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'totpSecret'])
    .where('totpSecret', 'is not', null)
    .execute();
  for (const { id, totpSecret } of people)
    await db
      .updateTable('people')
      .set({ totpSecret: totpSecret && change({ id, totpSecret }) })
      .where('id', '=', id)
      .execute();
  await db.updateTable('people').set({ totpPendingSecret: null, totpPendingAt: null }).execute();
  await db.deleteFrom('recoveryCodes').execute();
  return people.length;
}
