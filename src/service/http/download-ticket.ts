// What a download address carries in place of a session id: which file, which session by its hash, and until when, sealed with
// a key that only processes of this service have.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Signer } from '../secrets/signing.ts';

/** How long a download may be begun or resumed; `file` gives another address at any time. */
const lifeSeconds = 600;

export interface Ticket {
  readonly applicationId: string;
  readonly fileId: string;
  /** SHA-256 of the session id: finds the session, and is nothing a client could send as one. */
  readonly sessionIdHash: string;
}

const content = z.tuple([z.string(), z.string(), z.string(), z.number()]);

export function makeTicket(signer: Pick<Signer, 'deriveKey'>, ticket: Ticket, now: number): string {
  const { applicationId, fileId, sessionIdHash } = ticket;
  const fields: z.input<typeof content> = [applicationId, fileId, sessionIdHash, now + lifeSeconds];
  const text = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${text}.${seal(signer, text).toString('base64url')}`;
}

/** null: not ours, altered, or too old. */
export function readTicket(
  signer: Pick<Signer, 'deriveKey'>,
  ticket: string,
  now: number,
): Ticket | null {
  const [text = '', mac = ''] = ticket.split('.');
  const right = seal(signer, text);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const parsed = content.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!parsed.success) return null;
  const [applicationId, fileId, sessionIdHash, until] = parsed.data;
  return until > now ? { applicationId, fileId, sessionIdHash } : null;
}

function seal(signer: Pick<Signer, 'deriveKey'>, text: string): Buffer {
  return createHmac('sha256', signer.deriveKey('file downloads')).update(text).digest();
}
