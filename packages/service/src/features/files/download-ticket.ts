// What a download address carries in place of a session id: which file, which session by its hash, and until when, sealed with
// a key that only processes of this service have.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isRunning } from '../../clock.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import type { Signers } from '../../secrets/signers.ts';

export const downloadPath = '/api/1.3/file';

/** How long a download may be begun or resumed; `file` gives another address at any time. */
const lifeSeconds = 600;

export interface Ticket {
  readonly applicationId: string;
  readonly fileId: string;
  /** SHA-256 of the session id: finds the session, and is nothing a client could send as one. */
  readonly sessionIdHash: string;
}

const content = z.tuple([z.string(), z.string(), z.string(), z.number()]);

export function makeTicket(secret: ServiceSecret, ticket: Ticket, now: number): string {
  const { applicationId, fileId, sessionIdHash } = ticket;
  const fields: z.input<typeof content> = [applicationId, fileId, sessionIdHash, now + lifeSeconds];
  const text = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${text}.${seal(secret, text).toString('base64url')}`;
}

/** null: not ours, altered, or too old. `signers`: versions without a service's secret sealed with the signing key. */
export function readTicket(
  { secret, signers }: { readonly secret: ServiceSecret; readonly signers: Pick<Signers, 'all'> },
  ticket: string,
  now: number,
): Ticket | null {
  const [text = '', mac = ''] = ticket.split('.');
  const given = Buffer.from(mac, 'base64url');
  if (![secret, ...signers.all].some((key) => isSeal(seal(key, text), given))) return null;
  const parsed = content.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!parsed.success) return null;
  const [applicationId, fileId, sessionIdHash, until] = parsed.data;
  return isRunning(until, now, lifeSeconds) ? { applicationId, fileId, sessionIdHash } : null;
}

type Sealing = Pick<ServiceSecret, 'deriveKey'>;

function isSeal(right: Buffer, given: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right);
}

function seal(key: Sealing, text: string): Buffer {
  return createHmac('sha256', key.deriveKey('file downloads')).update(text).digest();
}
