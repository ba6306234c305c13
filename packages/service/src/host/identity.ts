// Ties a database to its signing key, secret and data folder by fingerprints and an installation
// id. A service never starts with a key that its loaders do not trust, or after its data was lost.
import { randomUUID, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { claimFact, readFact, writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { makeKeyFile } from '../secrets/key-file.ts';
import {
  openServiceSecret,
  secretFingerprint,
  type ServiceSecret,
} from '../secrets/service-secret.ts';
import { openSigner } from '../secrets/signing.ts';
import { StartProblem } from '../start-problem.ts';
import { activeKeyName, secretFile, signingKeyFile, type Keys, type KeyPlaces } from './keys.ts';
import { sealOpenRows, type SealingWatch } from './sealing.ts';
import { changeSecret, type Lost } from './secret-change.ts';
import { keysOfData, missingKey, openKeys, readKeyList, strayKeys } from './signing-keys.ts';
import { openAt, sealAt } from '../secrets/at-rest.ts';

export const installationName = 'installation';

export interface Identity extends Keys {
  /** Sentences for the person who starts the service, e.g. that a key was created. */
  readonly notices: readonly string[];
}

/**
 * Throws StartProblem if there is a key without data, because then the data was lost, or if the key
 * cannot be read. Call it before the database is opened, because opening creates one.
 */
export function refuseEmptied(places: KeyPlaces): void {
  const { dataFolder, databaseUrl } = places;
  const file = signingKeyFile(places);
  if (existsSync(file)) openSigner(file);
  if (databaseUrl !== undefined) return;
  const found = statSync(join(dataFolder, 'latchkey.sqlite'), { throwIfNoEntry: false });
  if (found !== undefined && found.size > 0) return;
  const left = [activeKeyName, installationName]
    .map((name) => join(dataFolder, name))
    .find((path) => existsSync(path));
  if (left === undefined) return;
  const what = found === undefined ? 'missing' : 'empty';
  throw new StartProblem(
    `The data of ${dataFolder} is gone: latchkey.sqlite is ${what}, but ${left} exists. Restore a backup with "latchkey restore", or start over with another --data folder.`,
  );
}

/** Throws StartProblem for a missing or wrong key, or the folder of other data. Creates nothing. */
export async function refuseForeign(db: Database, places: KeyPlaces): Promise<void> {
  await refuseOtherFolder(db, places);
  const [key, secret] = [signingKeyFile(places), secretFile(places)];
  // Read before the files, because another starting process creates the files first and registers
  // them later.
  const [isKnown, isSecretKnown] = [await isInUse(db), await readFact(db, 'service-secret')];
  if (existsSync(key)) openKeys(places, await keysOfData(db));
  else if (isKnown) throw missingKey(key, 'reset');
  if (existsSync(secret)) await refuseOtherSecret(db, openServiceSecret(secret), secret);
  else if (isSecretKnown !== null)
    throw new StartProblem(
      `The service secret ${secret} is missing, and values that it encrypted cannot be read without it. Copy it from a backup or another machine of this service. If it is lost, "latchkey signing-key reset --secret" creates a new one.`,
    );
}

/** Opens or creates the keys, and seals old plain text. Throws StartProblem. */
export async function openIdentity(
  db: Database,
  places: KeyPlaces,
  watch: SealingWatch | null = null,
): Promise<Identity> {
  await refuseForeign(db, places);
  await claimInstallation(db, places);
  const key = signingKeyFile(places);
  const isNew = !existsSync(key);
  const signer = openSigner(key);
  const secret = openServiceSecret(secretFile(places));
  await claimKeys(db, signer.fingerprint, secretFingerprint(secret));
  await refuseForeign(db, places);
  const signers = openKeys(places, await keysOfData(db));
  const mailKey = await openMailKey(db, secret);
  await sealOpenRows(db, { secret, mailKey }, places.databaseUrl === undefined, watch);
  const notice = `A new signing key was created: ${key}. Loaders trust only this key, so keep a backup of it.`;
  return {
    signers,
    secret,
    mailKey,
    notices: [...(isNew ? [notice] : []), ...strayKeys(places, signers)],
  };
}

/** Claims both keys together: of two processes that start on new data, one succeeds. */
function claimKeys(db: Database, signingKey: string, secret: string): Promise<void> {
  return transact(db, async (transaction) => {
    const keys = await claimFact(transaction, 'signing-key', signingKey);
    if (!readKeyList(keys).includes(signingKey)) return;
    await claimFact(transaction, 'service-secret', secret);
  });
}

async function refuseOtherSecret(db: Database, secret: ServiceSecret, file: string): Promise<void> {
  const known = await readFact(db, 'service-secret');
  if (known === null || known === secretFingerprint(secret)) return;
  throw new StartProblem(
    `The service secret ${file} is not the one of this data. Copy the right one there, or check --data and DATABASE_URL.`,
  );
}

/** Returns the id of the data that this folder belongs to, or null. It is not a secret. */
function installationOfFolder({ dataFolder }: KeyPlaces): string | null {
  const file = join(dataFolder, installationName);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

async function refuseOtherFolder(db: Database, places: KeyPlaces): Promise<void> {
  const ofFolder = installationOfFolder(places);
  if (ofFolder === null) return;
  const file = join(places.dataFolder, installationName);
  const known = await readFact(db, 'installation');
  if (known !== null && known !== ofFolder)
    throw new StartProblem(
      `The folder ${places.dataFolder} belongs to other data than this database. Check --data and DATABASE_URL. If this is intended, remove ${file}.`,
    );
  if (known === null && !(await isInUse(db)))
    throw new StartProblem(
      `The database is empty, but ${file} says that this folder had data. Restore a backup, or start over with another --data folder.`,
    );
}

async function claimInstallation(db: Database, places: KeyPlaces): Promise<void> {
  const ofFolder = installationOfFolder(places);
  const id = await claimFact(db, 'installation', ofFolder ?? randomUUID());
  if (ofFolder !== null) return;
  const path = join(places.dataFolder, installationName);
  makeKeyFile({ path, name: "installation's id" }, Buffer.from(`${id}\n`));
}

/** Returns whether a loader may already trust the key of this data. */
async function isInUse(db: Database): Promise<boolean> {
  if ((await readFact(db, 'signing-key')) !== null) return true;
  return (await db.selectFrom('applications').select('id').executeTakeFirst()) !== undefined;
}

/** Opens the signing keys for a change; the key to retire may be missing. Throws StartProblem. */
export async function openChangingKeys(
  db: Database,
  places: KeyPlaces,
): Promise<Pick<Keys, 'signers'>> {
  await refuseOtherFolder(db, places);
  const key = signingKeyFile(places);
  if (!existsSync(key)) throw missingKey(key, 'reset');
  return { signers: openKeys(places, await keysOfData(db), true) };
}

export interface Reset {
  readonly withSecret: boolean;
  /** Undefined if the old secret is lost, together with everything sealed with it. */
  readonly oldSecretFile: string | undefined;
}

/** Recovers from a loss: adopts the existing key and secret, and creates missing ones. */
export async function resetIdentity(
  db: Database,
  places: KeyPlaces,
  { withSecret, oldSecretFile }: Reset,
): Promise<Keys & { readonly lost: Lost | null }> {
  await refuseOtherFolder(db, places);
  const before = withSecret ? await openOldSecret(db, oldSecretFile) : null;
  const signer = openSigner(signingKeyFile(places));
  await writeFact(db, 'signing-key', signer.fingerprint);
  const lost = withSecret ? await resetSecret(db, places, before) : null;
  return { ...(await openIdentity(db, places)), lost };
}

/** Returns null if the secret did not change. */
async function resetSecret(
  db: Database,
  places: KeyPlaces,
  before: ServiceSecret | null,
): Promise<Lost | null> {
  const after = openServiceSecret(secretFile(places));
  if ((await readFact(db, 'service-secret')) === secretFingerprint(after)) return null;
  return changeSecret(db, before, after);
}

async function openOldSecret(
  db: Database,
  path: string | undefined,
): Promise<ServiceSecret | null> {
  if (path === undefined) return null;
  if (!existsSync(path)) throw new StartProblem(`The file ${path} of --old-secret does not exist.`);
  const secret = openServiceSecret(path);
  await refuseOtherSecret(db, secret, path);
  return secret;
}

export async function openMailKey(db: Database, secret: ServiceSecret): Promise<Uint8Array> {
  const made = sealAt(secret, 'mail key', [], randomBytes(32).toString('base64url'));
  // If two processes create a key at the same time, the first one wins.
  const kept = await claimFact(db, 'mail-key', made);
  return Buffer.from(openAt(secret, 'mail key', [], kept), 'base64url');
}
