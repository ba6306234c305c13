// Seals what versions before left open in the database, once, when this version first starts on it. It can be broken off at any
// time and goes on where it was: what is sealed says so.
import { setImmediate as othersTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { asTable } from '../database/among.ts';
import { readFact, writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { isSealed, sealAt, tokenMark } from '../secrets/at-rest.ts';
import { isKeyed, keyedHash } from '../features/users/emails.ts';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import { withSecrets } from '../features/settings/extra-settings.ts';
import { errorCode } from '../start-problem.ts';

/** Rows in one transaction, and in one statement. */
const inPart = 1000;
const rowsInLine = 10_000;

/** How whoever started it hears of it, and ends it between two parts. */
export interface SealingWatch {
  readonly log: Pick<Logger, 'info'>;
  /** The sealing rejects with its reason. */
  readonly stop: AbortSignal;
}

interface SealingKeys {
  readonly secret: ServiceSecret;
  readonly mailKey: Uint8Array;
}

/** `isSqlite`: what was there before is wiped from the file, too. `watch`: null where nobody waits for it. */
export async function sealOpenRows(
  db: Database,
  keys: SealingKeys,
  isSqlite: boolean,
  watch: SealingWatch | null = null,
): Promise<void> {
  const before = await readFact(db, 'sealed');
  if (before === done) return;
  const told = tellParts(watch);
  const changed =
    before === null ? await sealAll(db, keys, told) : await sealShopSecrets(db, keys.secret, told);
  if (changed > 0)
    watch?.log.info(
      { rows: changed },
      'Encrypted all values that an earlier version stored in plain text',
    );
  const isToBeWiped = isSqlite && (changed > 0 || before === toBeWiped);
  await writeFact(db, 'sealed', isToBeWiped ? toBeWiped : done);
  if (isToBeWiped && (await wipe(db))) await writeFact(db, 'sealed', done);
}

/** Called after each part with the rows that it changed. */
type Told = (rows: number) => Promise<void>;

/** A line with the first rows, and then with every so many. A stop is heard only if the loop of events has its turn. */
function tellParts(watch: SealingWatch | null): Told {
  let [all, next] = [0, 1];
  return async (rows) => {
    all += rows;
    if (all >= next) {
      watch?.log.info(
        { rows: all },
        'Encrypting values that an earlier version stored in plain text',
      );
      next = all + rowsInLine;
    }
    await othersTurn();
    watch?.stop.throwIfAborted();
  };
}

/** Values of the fact: `toBeWiped` where something is left open in SQLite's file. '1': all but the secrets of shops. */
const [done, toBeWiped] = ['2', 'to be wiped'];

async function sealAll(
  db: Database,
  { secret, mailKey }: SealingKeys,
  told: Told,
): Promise<number> {
  const mail = (_id: string, hash: string) => (isKeyed(hash) ? hash : keyedHash(mailKey, hash));
  const totp = (id: string, text: string) =>
    isSealed(text) ? text : sealAt(secret, 'one-time codes', [id], text);
  let changed = await sealColumn(db, 'users', 'totpSecret', totp, told);
  changed += await sealColumn(db, 'users', 'totpPendingSecret', totp, told);
  changed += await sealColumn(db, 'users', 'emailHash', mail, told);
  changed += await sealColumn(db, 'accounts', 'emailHash', mail, told);
  const address = (applicationId: string, url: string) =>
    url === '' || isSealed(url) ? url : sealAt(secret, 'webhook addresses', [applicationId], url);
  changed += await sealColumn(db, 'applications', 'logWebhook', address, told);
  changed += await sealWebhooks(db, secret, address, told);
  changed += await sealDeliveries(db, address, told);
  changed += await sealShopSecrets(db, secret, told);
  return changed + (await sealTokens(db, secret, told));
}

type Change = (id: string, text: string) => string;

/** A column of a table whose rows have an `id`. Returns how many changed. */
async function sealColumn(
  db: Database,
  table: string,
  column: string,
  change: Change,
  told: Told,
): Promise<number> {
  let changed = 0;
  for (let last = ''; ;) {
    const { rows } = await sql<{ id: string; text: string }>`
      select ${sql.ref('id')}, ${sql.ref(column)} as text from ${sql.table(table)}
      where ${sql.ref('id')} > ${last} and ${sql.ref(column)} is not null
      order by ${sql.ref('id')} limit ${sql.lit(inPart)}`.execute(db);
    last = rows.at(-1)?.id ?? '';
    if (last === '') return changed;
    const open = rows
      .map(({ id, text }) => ({ id, text, sealed: change(id, text) }))
      .filter(({ text, sealed }) => text !== sealed);
    if (open.length === 0) continue;
    const part = open.map(({ id, text, sealed }) => [id, text, sealed]);
    // Only while it is what was sealed: another process may be at it.
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref('part.column3')}
      from ${asTable(db, part, 3)} as part
      where ${sql.ref(`${table}.id`)} = ${sql.ref('part.column1')}
      and ${sql.ref(`${table}.${column}`)} = ${sql.ref('part.column2')}`.execute(db);
    changed += open.length;
    await told(open.length);
  }
}

/** 100 at most of an application. */
async function sealWebhooks(
  db: Database,
  secret: ServiceSecret,
  address: Change,
  told: Told,
): Promise<number> {
  const applications = await db.selectFrom('applications').select('id').execute();
  let changed = 0;
  for (const { id: applicationId } of applications) {
    const sealed = await transact(db, async (transaction) => {
      const rows = await transaction
        .selectFrom('webhooks')
        .select(['webid', 'url', 'secret'])
        .where('applicationId', '=', applicationId)
        .execute();
      const open = rows.filter(({ url }) => !isSealed(url));
      for (const { webid, url, secret: own } of open)
        await transaction
          .updateTable('webhooks')
          .set({
            url: address(applicationId, url),
            secret:
              own === null ? null : sealAt(secret, 'webhook secrets', [applicationId, webid], own),
          })
          .where('applicationId', '=', applicationId)
          .where('webid', '=', webid)
          .where('url', '=', url)
          .execute();
      return open.length;
    });
    changed += sealed;
    if (sealed > 0) await told(sealed);
  }
  return changed;
}

/** Those to one address keep one text: it is what says that they go to the same place. */
async function sealDeliveries(db: Database, address: Change, told: Told): Promise<number> {
  const targets = await db
    .selectFrom('deliveries')
    .select(['applicationId', 'url'])
    .distinct()
    .execute();
  const open = targets.filter(({ url }) => !isSealed(url));
  for (const { applicationId, url } of open) {
    await db
      .updateTable('deliveries')
      .set({ url: address(applicationId, url) })
      .where('applicationId', '=', applicationId)
      .where('url', '=', url)
      .execute();
    await told(1);
  }
  return open.length;
}

function sealShopSecrets(db: Database, secret: ServiceSecret, told: Told): Promise<number> {
  const sealed: Change = (id, json) =>
    withSecrets(json, (text) =>
      isSealed(text) ? text : sealAt(secret, 'shop secrets', [id], text),
    );
  return sealColumn(db, 'applications', 'extras', sealed, told);
}

async function sealTokens(db: Database, secret: ServiceSecret, told: Told): Promise<number> {
  for (let changed = 0; ;) {
    const open = await transact(db, async (transaction) => {
      const rows = await transaction
        .selectFrom('tokens')
        .select(['applicationId', 'token'])
        .where('sealed', 'is', null)
        .limit(inPart)
        .execute();
      if (rows.length === 0) return 0;
      const part = rows.map(({ applicationId, token }) => [
        ...[applicationId, token, tokenMark(secret, applicationId, token)],
        sealAt(secret, 'tokens', [applicationId], token),
      ]);
      await sql`
        update tokens set token = part.column3, sealed = part.column4
        from ${asTable(transaction, part, 4)} as part
        where tokens.${sql.ref('applicationId')} = part.column1 and tokens.token = part.column2
        and tokens.sealed is null`.execute(transaction);
      return rows.length;
    });
    if (open === 0) return changed;
    changed += open;
    await told(open);
  }
}

const wipedWithinMs = 3000;
const betweenTriesMs = 20;

/**
 * SECURITY: what a row was before lies in free pages of the file and in its log until something else is written there. false:
 * another process is at it, or there is no room; the next start does it.
 */
async function wipe(db: Database): Promise<boolean> {
  try {
    await sql`vacuum`.execute(db);
    // That it was busy is no error. It is while our own thread moves what was just written into the file.
    const giveUpAt = performance.now() + wipedWithinMs;
    for (;;) {
      const { rows } = await sql<{
        busy: number;
      }>`pragma wal_checkpoint(truncate)`.execute(db);
      const isWiped = rows[0]?.busy === 0;
      if (isWiped || performance.now() > giveUpAt) return isWiped;
      await pause(betweenTriesMs);
    }
  } catch (error) {
    if (!/^SQLITE_(BUSY|FULL)/.test(errorCode(error))) throw error;
    return false;
  }
}
