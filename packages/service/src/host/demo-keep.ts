// Turns a demo into a seller's data: replaces its seller key, the owner's password, and every
// password, one-time code secret and license key that is still public. Everything else stays.
import { rmSync } from 'node:fs';
import { generateSecret } from 'otplib';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { systemTime } from '../clock.ts';
import { writeFact } from '../database/facts.ts';
import { withFold } from '../database/names.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { keyFromMask } from '../features/licenses/license-mask.ts';
import { renameUser } from '../features/users/user-renaming.ts';
import { openAt, sealAt } from '../secrets/at-rest.ts';
import { createPasswords, productionCost } from '../secrets/passwords.ts';
import { openServiceSecret, type ServiceSecret } from '../secrets/service-secret.ts';
import { refused, withOpenData, type CommandResult, type DataLocation } from './administering.ts';
import { randomText } from '../features/settings/new-application.ts';
import type { CreatedApplication } from './applications.ts';
import { demoLicenses, demoUsers } from './demo-data.ts';
import { keepOwner } from './demo-people.ts';
import { demoKeyFile, findDemo, setSellerKey, type DemoRow } from './demo-folder.ts';
import { keyLocationsOf, secretFile } from './keys.ts';

export interface KeptUser {
  readonly username: string;
  readonly password: string;
  /** Base32; null if the user has no one-time codes, or changed the secret. */
  readonly totpSecret: string | null;
}

export interface KeptLicense {
  readonly before: string;
  readonly key: string;
}

/** SECURITY: all secrets in it are shown only once. */
export interface KeptDemo extends CreatedApplication {
  /** Null if the owner's password was changed, or is gone. */
  readonly owner: { readonly name: string; readonly password: string } | null;
  readonly users: readonly KeptUser[];
  readonly licenses: readonly KeptLicense[];
}

interface Replacement extends KeptUser {
  readonly id: string;
  readonly passwordHash: string;
  /** Sealed; undefined: unchanged. */
  readonly sealedSecret: string | undefined;
}

export async function keepDemo(location: DataLocation): Promise<CommandResult<KeptDemo>> {
  const { dataFolder, environment } = location;
  return withOpenData(location, async (db, publicKey) => {
    const demo = await findDemo(db);
    if (demo === null) return refused(`The data of ${dataFolder} is not a demo.`);
    const secret = openServiceSecret(secretFile(keyLocationsOf(dataFolder, environment)));
    const sellerkey = randomText(32);
    const licenses = demoLicenses.map(({ key }) => ({ before: key, key: newKey(key) }));
    const passwords = await createPasswords(productionCost);
    const replacements = await replacementsOf(db, demo, secret, passwords);
    const keyHashes = await Promise.all(licenses.map(({ key }) => passwords.hash(key)));
    const password = randomText(20);
    const ownerHash = await passwords.hash(password);
    const { replaced, owner } = await transact(db, async (transaction) => {
      await writeFact(transaction, 'demo', 'kept');
      await setSellerKey(transaction, demo.id, sellerkey);
      for (const replacement of replacements) await replaceSecrets(transaction, replacement);
      const changed: KeptLicense[] = [];
      for (const [index, license] of licenses.entries())
        if (await replaceKey(transaction, demo, license, keyHashes[index] ?? ''))
          changed.push(license);
      const kept = await keepOwner(transaction, demo, ownerHash, toUnixSeconds(systemTime()));
      return { replaced: changed, owner: kept && { ...kept, password } };
    });
    rmSync(demoKeyFile(dataFolder).path, { force: true });
    const { name, ownerid } = demo;
    const users = replacements.map(({ username, password: own, totpSecret }) => ({
      username,
      password: own,
      totpSecret,
    }));
    const secrets = { publicKey, sellerkey, owner, users, licenses: replaced };
    return { ok: true, value: { name, ownerid, ...secrets } };
  });
}

/** Returns a key of the same form. Its first group stays, so that it is still recognised. */
function newKey(key: string): string {
  const [first = '', ...groups] = key.split('-');
  return keyFromMask([first, ...groups.map((group) => '*'.repeat(group.length))].join('-'), '2');
}

/** Skips users without the public password: a seller changed or added them later. */
async function replacementsOf(
  db: Database,
  { id: applicationId }: DemoRow,
  secret: ServiceSecret,
  passwords: Awaited<ReturnType<typeof createPasswords>>,
): Promise<readonly Replacement[]> {
  const replacements: Replacement[] = [];
  for (const { username, password: publicPassword, totpSecret: publicSecret } of demoUsers) {
    const user = await db
      .selectFrom('users')
      .select(['id', 'passwordHash', 'totpSecret'])
      .where('applicationId', '=', applicationId)
      .where('username', '=', username)
      .executeTakeFirst();
    if (user === undefined) continue;
    const { id } = user;
    if (!(await passwords.verify(user.passwordHash, publicPassword, false))) continue;
    const isPublic =
      user.totpSecret !== null &&
      openAt(secret, 'one-time codes', [id], user.totpSecret) === publicSecret;
    const totpSecret = isPublic ? generateSecret() : null;
    const password = randomText(20);
    replacements.push({
      id,
      username,
      password,
      totpSecret,
      passwordHash: await passwords.hash(password),
      sealedSecret:
        totpSecret === null ? undefined : sealAt(secret, 'one-time codes', [id], totpSecret),
    });
  }
  return replacements;
}

/** Also deletes the user's sessions, reset links and known addresses, which may be a stranger's. */
async function replaceSecrets(
  transaction: Transaction,
  { id, passwordHash, sealedSecret }: Replacement,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ passwordHash, ...(sealedSecret !== undefined && { totpSecret: sealedSecret }) })
    .where('id', '=', id)
    .execute();
  for (const table of ['sessions', 'passwordResets', 'knownAddresses'] as const)
    await transaction.deleteFrom(table).where('userId', '=', id).execute();
}

/** Returns whether a license or a user had the key. The user gets the new key as password, too. */
async function replaceKey(
  transaction: Transaction,
  { id: applicationId }: DemoRow,
  { before, key }: KeptLicense,
  keyHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('licenses')
    .set(withFold('key', key))
    .where('applicationId', '=', applicationId)
    .where('key', '=', before)
    .executeTakeFirst();
  const users = transaction
    .selectFrom('users')
    .select('id')
    .where('applicationId', '=', applicationId);
  for (const table of ['grants', 'subscriptions', 'bans'] as const)
    await transaction
      .updateTable(table)
      .set({ licenseKey: key })
      .where('licenseKey', '=', before)
      .where('userId', 'in', users)
      .execute();
  await transaction
    .updateTable('tokens')
    .set({ assigned: key })
    .where('applicationId', '=', applicationId)
    .where('kind', '=', 'license')
    .where('assigned', '=', before)
    .execute();
  const user = await users.where('username', '=', before).executeTakeFirst();
  if (user === undefined) return numUpdatedRows > 0n;
  await renameUser(transaction, { id: applicationId }, { ...user, username: before }, key);
  await replaceSecrets(transaction, {
    id: user.id,
    username: key,
    password: key,
    totpSecret: null,
    passwordHash: keyHash,
    sealedSecret: undefined,
  });
  // SECURITY: also if the license was deleted, because the new key still signs the user in.
  await transaction
    .updateTable('users')
    .set({ nameIsKey: 1, passwordIsKey: 1 })
    .where('id', '=', user.id)
    .execute();
  return true;
}
