// Ties a database to its signing key, secret and data folder by fingerprints and an installation
// id. A service never starts with a key that its loaders do not trust, or after its data was lost.
import { randomUUID, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { claimFact, readFact, writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { createKeyFile } from '../secrets/key-file.ts';
import {
  openServiceSecret,
  secretFingerprint,
  type ServiceSecret,
} from '../secrets/service-secret.ts';
import { openSigner } from '../secrets/signing.ts';
import { StartProblem } from '../start-problem.ts';
import { activeKeyName, secretFile, signingKeyFile, type Keys, type KeyLocations } from './keys.ts';
import { changeSecret, type LostData } from './secret-change.ts';
import {
  readKeys,
  missingKeyProblem,
  openKeys,
  readKeyList,
  strayKeyWarnings,
} from './signing-keys.ts';
import { openAt, sealAt } from '../secrets/at-rest.ts';

export const installationFileName = 'installation';

export interface Identity extends Keys {
  /** Sentences for the person who starts the service, e.g. that a key was created. */
  readonly notices: readonly string[];
}

/**
 * Throws StartProblem if there is a key without data, because then the data was lost, or if the key
 * cannot be read. Call it before opening the database, which would create a new one.
 */
export function refuseLostData(locations: KeyLocations): void {
  const { dataFolder, databaseUrl } = locations;
  const file = signingKeyFile(locations);
  if (existsSync(file)) openSigner(file);
  if (databaseUrl !== undefined) return;
  const found = statSync(join(dataFolder, 'latchkey.sqlite'), { throwIfNoEntry: false });
  if (found !== undefined && found.size > 0) return;
  const remainingFile = [activeKeyName, installationFileName]
    .map((name) => join(dataFolder, name))
    .find((path) => existsSync(path));
  if (remainingFile === undefined) return;
  const moved = join(dataFolder, movedDatabaseName);
  if (existsSync(moved))
    throw new StartProblem(
      `The data of ${dataFolder} was moved to PostgreSQL: set DATABASE_URL. To go back to the old data, rename ${moved} to latchkey.sqlite.`,
    );
  const what = found === undefined ? 'missing' : 'empty';
  throw new StartProblem(
    `The data of ${dataFolder} is gone: latchkey.sqlite is ${what}, but ${remainingFile} exists. Restore a backup with "latchkey restore", or start over with another --data folder.`,
  );
}

/** What remains of the database after `latchkey move` to PostgreSQL. */
export const movedDatabaseName = 'latchkey.sqlite.moved';

/** Throws StartProblem for a missing or wrong key, or the folder of other data. Creates nothing. */
export async function refuseForeignData(db: Database, locations: KeyLocations): Promise<void> {
  await refuseOtherFolder(db, locations);
  const [key, secret] = [signingKeyFile(locations), secretFile(locations)];
  // Read before the files, because another starting process creates the files first and registers
  // them later.
  const [isKnown, secretFact] = [await isInUse(db), await readFact(db, 'service-secret')];
  if (existsSync(key)) openKeys(locations, await readKeys(db));
  else if (isKnown) throw missingKeyProblem(key, 'reset');
  if (existsSync(secret)) await refuseOtherSecret(db, openServiceSecret(secret), secret);
  else if (secretFact !== null)
    throw new StartProblem(
      `The service secret ${secret} is missing, and values that it encrypted cannot be read without it. Copy it from a backup or another machine of this service. If it is lost, "latchkey signing-key reset --secret" creates a new one.`,
    );
}

/** Opens or creates the keys. Throws StartProblem. */
export async function openIdentity(db: Database, locations: KeyLocations): Promise<Identity> {
  await refuseForeignData(db, locations);
  await claimInstallation(db, locations);
  const key = signingKeyFile(locations);
  const isNew = !existsSync(key);
  const signer = openSigner(key);
  const secret = openServiceSecret(secretFile(locations));
  await claimKeys(db, signer.fingerprint, secretFingerprint(secret));
  await refuseForeignData(db, locations);
  const signers = openKeys(locations, await readKeys(db));
  const mailKey = await openMailKey(db, secret);
  const notice = `A new signing key was created: ${key}. Loaders trust only this key, so keep a backup of it.`;
  return {
    signers,
    secret,
    mailKey,
    notices: [...(isNew ? [notice] : []), ...strayKeyWarnings(locations, signers)],
  };
}

/** Claims key and secret together: of two processes that start on new data, one succeeds. */
function claimKeys(
  db: Database,
  signingKeyFingerprint: string,
  serviceSecretFingerprint: string,
): Promise<void> {
  return transact(db, async (transaction) => {
    const keys = await claimFact(transaction, 'signing-key', signingKeyFingerprint);
    if (!readKeyList(keys).includes(signingKeyFingerprint)) return;
    await claimFact(transaction, 'service-secret', serviceSecretFingerprint);
  });
}

async function refuseOtherSecret(db: Database, secret: ServiceSecret, file: string): Promise<void> {
  const storedFingerprint = await readFact(db, 'service-secret');
  if (storedFingerprint === null || storedFingerprint === secretFingerprint(secret)) return;
  throw new StartProblem(
    `The service secret ${file} is not the one of this data. Copy the right one there, or check --data and DATABASE_URL.`,
  );
}

/** Returns the id of the data that this folder belongs to, or null. It is not a secret. */
function installationOfFolder({ dataFolder }: KeyLocations): string | null {
  const file = join(dataFolder, installationFileName);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

async function refuseOtherFolder(db: Database, locations: KeyLocations): Promise<void> {
  const folderId = installationOfFolder(locations);
  if (folderId === null) return;
  const file = join(locations.dataFolder, installationFileName);
  const storedId = await readFact(db, 'installation');
  if (storedId !== null && storedId !== folderId)
    throw new StartProblem(
      `The folder ${locations.dataFolder} belongs to other data than this database. Check --data and DATABASE_URL. If this is intended, remove ${file}.`,
    );
  if (storedId === null && !(await isInUse(db)))
    throw new StartProblem(
      `The database is empty, but ${file} says that this folder had data. Restore a backup, or start over with another --data folder.`,
    );
}

async function claimInstallation(db: Database, locations: KeyLocations): Promise<void> {
  const folderId = installationOfFolder(locations);
  const id = await claimFact(db, 'installation', folderId ?? randomUUID());
  if (folderId !== null) return;
  const path = join(locations.dataFolder, installationFileName);
  createKeyFile({ path, name: "installation's id" }, Buffer.from(`${id}\n`));
}

/** Returns whether a loader may already trust the key of this data. */
async function isInUse(db: Database): Promise<boolean> {
  if ((await readFact(db, 'signing-key')) !== null) return true;
  return (await db.selectFrom('applications').select('id').executeTakeFirst()) !== undefined;
}

/** Opens the signing keys for a change; the key to retire may be missing. Throws StartProblem. */
export async function openKeysForChange(
  db: Database,
  locations: KeyLocations,
): Promise<Pick<Keys, 'signers'>> {
  await refuseOtherFolder(db, locations);
  const key = signingKeyFile(locations);
  if (!existsSync(key)) throw missingKeyProblem(key, 'reset');
  return { signers: openKeys(locations, await readKeys(db), true) };
}

export interface ResetOptions {
  readonly withSecret: boolean;
  /** Undefined if the old secret is lost, together with everything sealed with it. */
  readonly oldSecretFile: string | undefined;
}

/** Recovers from a loss: adopts the existing key and secret, and creates missing ones. */
export async function resetIdentity(
  db: Database,
  locations: KeyLocations,
  { withSecret, oldSecretFile }: ResetOptions,
): Promise<Keys & { readonly lost: LostData | null }> {
  await refuseOtherFolder(db, locations);
  const before = withSecret ? await openOldSecret(db, oldSecretFile) : null;
  const signer = openSigner(signingKeyFile(locations));
  await writeFact(db, 'signing-key', signer.fingerprint);
  const lost = withSecret ? await resetSecret(db, locations, before) : null;
  return { ...(await openIdentity(db, locations)), lost };
}

/** Returns null if the secret did not change. */
async function resetSecret(
  db: Database,
  locations: KeyLocations,
  before: ServiceSecret | null,
): Promise<LostData | null> {
  const after = openServiceSecret(secretFile(locations));
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
  const newKey = sealAt(secret, 'mail key', [], randomBytes(32).toString('base64url'));
  // If two processes create a key at the same time, the first one wins.
  const storedKey = await claimFact(db, 'mail-key', newKey);
  return Buffer.from(openAt(secret, 'mail key', [], storedKey), 'base64url');
}
