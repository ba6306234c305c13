// Names a service in files that several loaders may share, without saying which one it is. Pure.
import { createHash } from 'node:crypto';

export interface ServiceName {
  readonly ownerid: string;
  readonly name: string;
  readonly baseUrl: string;
}

/** 64 hex characters. Each part is ended, so that none can reach into the next. */
export function serviceHash({ ownerid, name, baseUrl }: ServiceName): string {
  return createHash('sha256').update(`${ownerid}\n${name}\n${baseUrl}\n`).digest('hex');
}
