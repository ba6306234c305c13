// What an upload address carries in place of a seller key: which application, and until when, sealed with a key that only
// processes of this service have.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isRunning } from '../../clock.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';

export const uploadPath = '/api/seller/release';

const lifeSeconds = 600;
const content = z.tuple([z.string(), z.number()]);

export function makeUploadTicket(
  secret: ServiceSecret,
  applicationId: string,
  now: number,
): string {
  const fields: z.input<typeof content> = [applicationId, now + lifeSeconds];
  const text = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${text}.${seal(secret, text).toString('base64url')}`;
}

/** The application's id; null: not ours, altered, or too old. */
export function readUploadTicket(
  secret: ServiceSecret,
  ticket: string,
  now: number,
): string | null {
  const [text = '', mac = ''] = ticket.split('.');
  const [given, right] = [Buffer.from(mac, 'base64url'), seal(secret, text)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const parsed = content.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!parsed.success) return null;
  const [applicationId, until] = parsed.data;
  return isRunning(until, now, lifeSeconds) ? applicationId : null;
}

function seal(secret: ServiceSecret, text: string): Buffer {
  return createHmac('sha256', secret.deriveKey('release uploads')).update(text).digest();
}
