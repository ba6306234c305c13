// Refuses blacklisted addresses and devices. A match ends no session and bans nobody.
import { equals } from '../../database/expressions.ts';
import { normaliseAddress } from '../../addresses.ts';
import { refuse, type Refusal, type Outcome } from '../../outcome.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import { statement } from '../../database/statement.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';

export interface Client {
  readonly ip: string;
  readonly hwid: string | undefined;
}

/** A whitelisted address counts as not blacklisted; the device may still be blacklisted. */
export async function isBlacklisted(
  db: Database,
  { id }: Pick<ApplicationRow, 'id'>,
  { ip, hwid }: Client,
): Promise<boolean> {
  const entry = await readEntry(db, {
    id,
    address: normaliseAddress(ip) ?? ip,
    hwid: hwid ?? null,
  });
  return entry.length > 0;
}

type EntryQuery = { readonly id: string; readonly address: string; readonly hwid: string | null };

/** An unknown device (null) matches no row. */
const readEntry = statement((db, { id, address, hwid }: EntryQuery) =>
  db
    .selectFrom('blacklist')
    .select('kind')
    .where('applicationId', '=', id)
    .where((eb) => {
      const exempt = eb
        .selectFrom('whitelist')
        .select('ip')
        .where('whitelist.applicationId', '=', id)
        .where('whitelist.ip', '=', address);
      const isListedAddress = eb.and([
        eb('kind', '=', 'ip'),
        eb('data', '=', address),
        eb.not(eb.exists(exempt)),
      ]);
      const isListedDevice = eb.and([eb('kind', '=', 'hwid'), equals('data', hwid)]);
      return eb.or([isListedAddress, isListedDevice]);
    })
    .limit(1),
);

export async function refuseBlacklisted(
  db: Database,
  application: ApplicationRow,
  client: Client,
): Promise<Refusal | null> {
  return (await isBlacklisted(db, application, client)) ? refuse('blacklisted') : null;
}

export async function checkBlacklist(
  { db, application, ip }: SessionCall,
  { hwid }: RequestOf<'checkblacklist'>,
): Promise<Outcome<'checkblacklist'>> {
  return (await isBlacklisted(db, application, { ip, hwid }))
    ? { ok: true, answer: { message: 'Client is blacklisted' } }
    : refuse('not-blacklisted');
}
