// Locates the files of the signing keys and of the service's secret. identity.ts opens them.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import type { Signers } from '../secrets/signers.ts';
import { StartProblem } from '../start-problem.ts';

export interface KeyLocations {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  /** Default: in the data folder. Required with `databaseUrl`. */
  readonly signingKeyFile?: string | undefined;
  /** Default: in the data folder. */
  readonly secretFile?: string | undefined;
}

/** An empty variable counts as unset. */
export interface KeyEnvironment {
  readonly DATABASE_URL?: string | undefined;
  readonly LATCHKEY_SIGNING_KEY_FILE?: string | undefined;
  readonly LATCHKEY_SECRET_FILE?: string | undefined;
}

export function keyLocationsOf(dataFolder: string, environment: KeyEnvironment): KeyLocations {
  return {
    dataFolder,
    databaseUrl: environment.DATABASE_URL || undefined,
    signingKeyFile: environment.LATCHKEY_SIGNING_KEY_FILE || undefined,
    secretFile: environment.LATCHKEY_SECRET_FILE || undefined,
  };
}

/**
 * Returns the file of the active key. It must be configured with a database URL, because each
 * process would otherwise create a key, and loaders trust only one.
 */
export function signingKeyFile({ dataFolder, databaseUrl, signingKeyFile }: KeyLocations): string {
  if (signingKeyFile !== undefined) return signingKeyFile;
  if (databaseUrl === undefined) return join(dataFolder, activeKeyName);
  throw new StartProblem(
    'With DATABASE_URL, LATCHKEY_SIGNING_KEY_FILE must name the file of the signing key: one key, copied to every machine.',
  );
}

/** Returns the file of a key that is not active, which is beside the active one. */
export function otherKeyFile(locations: KeyLocations, id: string): string {
  return join(dirname(signingKeyFile(locations)), otherKeyName(id));
}

function otherKeyName(id: string): string {
  return `signing-key-${id}.pem`;
}

export function otherKeyIdsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => /^signing-key-([0-9a-f]{16})\.pem$/.exec(name)?.[1])
    .filter((id) => id !== undefined)
    .sort();
}

export const activeKeyName = 'signing-key.pem';

export function keyNamesIn(folder: string): readonly string[] {
  const active = existsSync(join(folder, activeKeyName)) ? [activeKeyName] : [];
  return [...active, ...otherKeyIdsIn(folder).map(otherKeyName)];
}

export const secretName = 'service-secret';

export function secretFile({ dataFolder, secretFile }: KeyLocations): string {
  return secretFile ?? join(dataFolder, secretName);
}

export interface Keys {
  readonly signers: Signers;
  readonly secret: ServiceSecret;
  /** HMAC key of the email hashes. */
  readonly mailKey: Uint8Array;
}
