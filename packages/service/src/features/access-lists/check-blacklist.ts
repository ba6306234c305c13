// `checkblacklist`: success means that this address or device is blacklisted (contract 1.8).
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { isBlacklisted } from './blacklist.ts';
import type { SessionCall } from '../../api/call.ts';
import { refuse, type Outcome } from '../../outcome.ts';

export async function checkBlacklist(
  { db, application, ip }: SessionCall,
  { hwid }: RequestOf<'checkblacklist'>,
): Promise<Outcome<'checkblacklist'>> {
  return (await isBlacklisted(db, application, { ip, hwid }))
    ? { ok: true, answer: { message: 'Client is blacklisted' } }
    : refuse('not-blacklisted');
}
