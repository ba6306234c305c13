// The key of mail hashes: random, made once, and kept sealed in the database. It is not the service's secret, because hashes
// cannot be made anew when that one changes.
import { randomBytes } from 'node:crypto';
import { claimFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { openAt, sealAt } from '../secrets/at-rest.ts';
import type { ServiceSecret } from '../secrets/service-secret.ts';

export async function openMailKey(db: Database, secret: ServiceSecret): Promise<Uint8Array> {
  const made = sealAt(secret, 'mail key', [], randomBytes(32).toString('base64url'));
  // Of two processes that make one at once the first decides.
  const kept = await claimFact(db, 'mail-key', made);
  return Buffer.from(openAt(secret, 'mail key', [], kept), 'base64url');
}
