// Makes and reads the tickets with which a user who proved password and code may remove a computer
// (docs/protocol.md#removing-a-computer). A ticket is sealed, so that it reveals nothing, and bound
// to its session. It names the device that gets the seat, so no other one can use it.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isUnexpired } from '../clock.ts';
import type { UserRow } from '../database/schema-users.ts';
import { openText, sealText } from './at-rest.ts';
import type { ServiceSecret } from './service-secret.ts';
import { hashToken } from './token-hash.ts';

const lifetimeSeconds = 300;

const ticketFields = z.object({
  /** Identifies the ticket, so that it is used once. */
  id: z.string(),
  userId: z.string(),
  /** Hash of the user's password and second factor, as they were proved. */
  proved: z.string(),
  hwid: z.string(),
  computer: z.string(),
  system: z.string().optional(),
  /** Unix seconds. */
  endsAt: z.number(),
});
export type RemovalTicket = z.infer<typeof ticketFields>;

type Proved = Pick<UserRow, 'id' | 'passwordHash' | 'totpSecret'>;

export interface TicketParts {
  readonly secret: Pick<ServiceSecret, 'deriveKey'>;
  readonly session: { readonly idHash: string };
  /** Unix seconds. */
  readonly now: number;
}

export function makeRemovalTicket(
  { secret, session, now }: TicketParts,
  user: Proved,
  computer: Pick<RemovalTicket, 'hwid' | 'computer' | 'system'>,
): string {
  const ticket: RemovalTicket = {
    id: randomBytes(16).toString('hex'),
    userId: user.id,
    proved: provedHash(user),
    ...computer,
    endsAt: now + lifetimeSeconds,
  };
  return sealText(secret.deriveKey('computer removals'), session.idHash, JSON.stringify(ticket));
}

/** Returns null if the ticket is altered, expired, or of another session. */
export function readRemovalTicket(
  { secret, session, now }: TicketParts,
  sealed: string,
): RemovalTicket | null {
  const text = openText(secret.deriveKey('computer removals'), session.idHash, sealed);
  if (text === null) return null;
  const ticket = ticketFields.parse(JSON.parse(text));
  return isUnexpired(ticket.endsAt, now, lifetimeSeconds) ? ticket : null;
}

/**
 * Whether the user still has the password and second factor that were proved. SECURITY: a new
 * password or second factor ends all tickets.
 */
export function isStillProved({ userId, proved }: RemovalTicket, user: Proved): boolean {
  return userId === user.id && proved === provedHash(user);
}

function provedHash({ passwordHash, totpSecret }: Proved): string {
  return hashToken(JSON.stringify([passwordHash, totpSecret]));
}
