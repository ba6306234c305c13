// Blacklisted addresses and devices, and addresses that are exempt. It refuses; it ends nothing and bans nobody.
import { normalAddress } from '../addresses.ts';
import { refuse, type Refusal } from '../outcome.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';

export interface Client {
  readonly ip: string;
  readonly hwid: string | undefined;
}

/** One read. A whitelisted address is never blacklisted; a device may still be. */
export async function isBlacklisted(
  db: Database,
  { id }: Pick<ApplicationRow, 'id'>,
  { ip, hwid }: Client,
): Promise<boolean> {
  const address = normalAddress(ip) ?? ip;
  const found = await db
    .selectFrom('blacklist')
    .select('kind')
    .where('applicationId', '=', id)
    .where((eb) => {
      const exempt = eb
        .selectFrom('whitelist')
        .select('ip')
        .where('whitelist.applicationId', '=', id)
        .where('whitelist.ip', '=', address);
      const here = eb.and([
        eb('kind', '=', 'ip'),
        eb('data', '=', address),
        eb.not(eb.exists(exempt)),
      ]);
      return hwid === undefined
        ? here
        : eb.or([here, eb.and([eb('kind', '=', 'hwid'), eb('data', '=', hwid)])]);
    })
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function refuseBlacklisted(
  db: Database,
  application: ApplicationRow,
  client: Client,
): Promise<Refusal | null> {
  return (await isBlacklisted(db, application, client)) ? refuse('blacklisted') : null;
}
