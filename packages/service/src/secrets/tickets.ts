// Creates and reads the tickets in download and upload URLs, which replace session ids and seller
// keys. A ticket expires, and is authenticated with a key that only processes of this service have.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isUnexpired } from '../clock.ts';
import type { ServiceSecret } from './service-secret.ts';

/** How long a transfer may be started or resumed; clients can request a new ticket at any time. */
const lifetimeSeconds = 600;

export interface DownloadTicket {
  readonly applicationId: string;
  readonly fileId: string;
  /** SHA-256 of the session id. It finds the session, but cannot be used as a session id. */
  readonly sessionIdHash: string;
}

type KeyDeriver = Pick<ServiceSecret, 'deriveKey'>;
type Purpose = 'file downloads' | 'loader downloads' | 'release uploads';

const downloadFields = z.tuple([z.string(), z.string(), z.string(), z.number()]);
const loaderFields = z.tuple([z.string(), z.string(), z.number()]);
const uploadFields = z.tuple([z.string(), z.string(), z.number()]);

export function makeDownloadTicket(key: KeyDeriver, ticket: DownloadTicket, now: number): string {
  const { applicationId, fileId, sessionIdHash } = ticket;
  return signTicket(key, 'file downloads', [
    applicationId,
    fileId,
    sessionIdHash,
    now + lifetimeSeconds,
  ]);
}

/** Returns null for a foreign, altered or expired ticket. */
export function readDownloadTicket(
  key: KeyDeriver,
  ticket: string,
  now: number,
): DownloadTicket | null {
  const fields = openTicket(key, 'file downloads', downloadFields, ticket);
  if (fields === null) return null;
  const [applicationId, fileId, sessionIdHash, endsAt] = fields;
  return isUnexpired(endsAt, now, lifetimeSeconds)
    ? { applicationId, fileId, sessionIdHash }
    : null;
}

/** A ticket for one release of the loader, which needs no session. */
export interface LoaderTicket {
  readonly applicationId: string;
  readonly manifestSha256: string;
}

/** SECURITY: a separate purpose, so that no ticket without a session opens anything else. */
export function makeLoaderTicket(key: KeyDeriver, ticket: LoaderTicket, now: number): string {
  const { applicationId, manifestSha256 } = ticket;
  const endsAt = now + lifetimeSeconds;
  return signTicket(key, 'loader downloads', [applicationId, manifestSha256, endsAt]);
}

/** Returns null for a foreign, altered or expired ticket. */
export function readLoaderTicket(
  key: KeyDeriver,
  ticket: string,
  now: number,
): LoaderTicket | null {
  const fields = openTicket(key, 'loader downloads', loaderFields, ticket);
  if (fields === null) return null;
  const [applicationId, manifestSha256, endsAt] = fields;
  return isUnexpired(endsAt, now, lifetimeSeconds) ? { applicationId, manifestSha256 } : null;
}

export interface UploadTicket {
  readonly applicationId: string;
  /** Names a seller key by its hash, or an account, for `findActor`. */
  readonly actor: string;
}

/** SECURITY: find the actor at every use, so that the ticket ends with it. */
export function makeUploadTicket(
  key: KeyDeriver,
  { applicationId, actor }: UploadTicket,
  now: number,
): string {
  return signTicket(key, 'release uploads', [applicationId, actor, now + lifetimeSeconds]);
}

/** Returns null for a foreign, altered or expired ticket. */
export function readUploadTicket(
  key: KeyDeriver,
  ticket: string,
  now: number,
): UploadTicket | null {
  const fields = openTicket(key, 'release uploads', uploadFields, ticket);
  if (fields === null) return null;
  const [applicationId, actor, endsAt] = fields;
  return isUnexpired(endsAt, now, lifetimeSeconds) ? { applicationId, actor } : null;
}

function signTicket(
  key: KeyDeriver,
  purpose: Purpose,
  fields: readonly (string | number)[],
): string {
  const text = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${text}.${macOf(key, purpose, text).toString('base64url')}`;
}

function openTicket<Fields>(
  key: KeyDeriver,
  purpose: Purpose,
  schema: z.ZodType<Fields>,
  ticket: string,
): Fields | null {
  const [text = '', mac = ''] = ticket.split('.');
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(key, purpose, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null;
}

function macOf(key: KeyDeriver, purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', key.deriveKey(purpose)).update(text).digest();
}
