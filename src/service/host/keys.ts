// Where a service's signing key and its secret are. Opening them is identity.ts.
import { join } from 'node:path';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import type { Signer } from '../secrets/signing.ts';
import { StartProblem } from '../start-problem.ts';

export interface KeyPlaces {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  /** In the data folder where nothing is said; with `databaseUrl` it must be said. */
  readonly signingKeyFile?: string | undefined;
  /** In the data folder where nothing is said. */
  readonly secretFile?: string | undefined;
}

/** The variables that say so; one that is empty counts as not set. */
export interface KeyEnvironment {
  readonly DATABASE_URL?: string | undefined;
  readonly LATCHKEY_SIGNING_KEY_FILE?: string | undefined;
  readonly LATCHKEY_SECRET_FILE?: string | undefined;
}

export function keyPlacesOf(dataFolder: string, environment: KeyEnvironment): KeyPlaces {
  return {
    dataFolder,
    databaseUrl: environment.DATABASE_URL || undefined,
    signingKeyFile: environment.LATCHKEY_SIGNING_KEY_FILE || undefined,
    secretFile: environment.LATCHKEY_SECRET_FILE || undefined,
  };
}

/** Of many processes on one database each would make a key of its own, and loaders trust one. */
export function signingKeyFile({ dataFolder, databaseUrl, signingKeyFile }: KeyPlaces): string {
  if (signingKeyFile !== undefined) return signingKeyFile;
  if (databaseUrl === undefined) return join(dataFolder, 'signing-key.pem');
  throw new StartProblem(
    'With DATABASE_URL, LATCHKEY_SIGNING_KEY_FILE must name the file of the signing key: one key, copied to every machine.',
  );
}

export const secretName = 'service-secret';

export function secretFile({ dataFolder, secretFile }: KeyPlaces): string {
  return secretFile ?? join(dataFolder, secretName);
}

export interface Keys {
  readonly signer: Signer;
  readonly secret: ServiceSecret;
}
