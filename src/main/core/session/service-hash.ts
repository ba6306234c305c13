// Hashes the identity of a service, to mark its entries in saved files.
import { createHash } from 'node:crypto';

export interface ServiceName {
  readonly ownerid: string;
  readonly name: string;
  readonly baseUrl: string;
}

/** Returns 64 hex characters: the same ones after the service moved to another URL. */
export function applicationHash({ ownerid, name }: Omit<ServiceName, 'baseUrl'>): string {
  return createHash('sha256').update(`${ownerid}\n${name}\n`).digest('hex');
}

/** Returns 64 hex characters. Each part is terminated, so that no two services share an input. */
export function serviceHash({ ownerid, name, baseUrl }: ServiceName): string {
  return createHash('sha256').update(`${ownerid}\n${name}\n${baseUrl}\n`).digest('hex');
}
