// Seals values that earlier versions stored in plain text, once, at the first start of this
// version. Sealing can be interrupted at any time: sealed values are marked, so the next start
// continues.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  readTexts,
  replaceTexts,
  replaceTokens,
  truncateWal,
  vacuum,
} from '../database/maintenance.ts';
import { readFact, writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { isSealed, sealAt, tokenLookupKey } from '../secrets/at-rest.ts';
import { isKeyed, keyedHash } from '../features/users/emails.ts';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import { mapSecrets } from '../features/settings/extra-settings.ts';
import { errorCode } from '../start-problem.ts';

/** Rows in one transaction, and in one statement. */
const batchRows = 1000;
const rowsPerLogLine = 10_000;

/** Reports the progress, and can stop the sealing between two batches. */
export interface SealingWatch {
  readonly log: Pick<Logger, 'info'>;
  /** Aborting it rejects the sealing with its reason. */
  readonly stop: AbortSignal;
}

interface SealingKeys {
  readonly secret: ServiceSecret;
  readonly mailKey: Uint8Array;
}

/**
 * Seals all plain values. If `isSqlite`, also wipes the old values from the file. `watch` is null
 * if nobody follows the progress.
 */
export async function sealPlainRows(
  db: Database,
  keys: SealingKeys,
  isSqlite: boolean,
  watch: SealingWatch | null = null,
): Promise<void> {
  const before = await readFact(db, 'sealed');
  if (before === done) return;
  const report = reportBatches(watch);
  const changed =
    before === null
      ? await sealAll(db, keys, report)
      : await sealShopSecrets(db, keys.secret, report);
  if (changed > 0)
    watch?.log.info(
      { rows: changed },
      'Encrypted all values that an earlier version stored in plain text',
    );
  const isToBeWiped = isSqlite && (changed > 0 || before === toBeWiped);
  await writeFact(db, 'sealed', isToBeWiped ? toBeWiped : done);
  if (isToBeWiped && (await wipe(db))) await writeFact(db, 'sealed', done);
}

/** Is called after each batch with the number of changed rows. */
type Report = (rows: number) => Promise<void>;

/** Yields to the event loop after each batch, because `stop` can be aborted only then. */
function reportBatches(watch: SealingWatch | null): Report {
  let [total, nextLogAt] = [0, 1];
  return async (rows) => {
    total += rows;
    if (total >= nextLogAt) {
      watch?.log.info(
        { rows: total },
        'Encrypting values that an earlier version stored in plain text',
      );
      nextLogAt = total + rowsPerLogLine;
    }
    await nextTurn();
    watch?.stop.throwIfAborted();
  };
}

/**
 * Values of the fact `sealed`. `toBeWiped`: SQLite's file may hold old values. '1' is the value of
 * an earlier version, which did not seal shop secrets.
 */
const [done, toBeWiped] = ['2', 'to be wiped'];

async function sealAll(
  db: Database,
  { secret, mailKey }: SealingKeys,
  report: Report,
): Promise<number> {
  const mail = (_id: string, hash: string) => (isKeyed(hash) ? hash : keyedHash(mailKey, hash));
  const totp = (id: string, text: string) =>
    isSealed(text) ? text : sealAt(secret, 'one-time codes', [id], text);
  let changed = await sealColumn(db, 'users', 'totpSecret', totp, report);
  changed += await sealColumn(db, 'users', 'totpPendingSecret', totp, report);
  changed += await sealColumn(db, 'users', 'emailHash', mail, report);
  changed += await sealColumn(db, 'accounts', 'emailHash', mail, report);
  const address = (applicationId: string, url: string) =>
    url === '' || isSealed(url) ? url : sealAt(secret, 'webhook addresses', [applicationId], url);
  changed += await sealColumn(db, 'applications', 'logWebhook', address, report);
  changed += await sealWebhooks(db, secret, address, report);
  changed += await sealDeliveries(db, address, report);
  changed += await sealShopSecrets(db, secret, report);
  return changed + (await sealTokens(db, secret, report));
}

type Change = (id: string, text: string) => string;

/** Seals a column of a table whose rows have an `id`. Returns the number of changed rows. */
async function sealColumn(
  db: Database,
  table: string,
  column: string,
  change: Change,
  report: Report,
): Promise<number> {
  let changed = 0;
  for (let last = ''; ;) {
    const rows = await readTexts(db, table, column, last, batchRows);
    last = rows.at(-1)?.id ?? '';
    if (last === '') return changed;
    const plainRows = rows
      .map(({ id, text }) => ({ id, text, sealed: change(id, text) }))
      .filter(({ text, sealed }) => text !== sealed);
    if (plainRows.length === 0) continue;
    const part = plainRows.map(({ id, text, sealed }) => [id, text, sealed]);
    // Replaces only the text that was read, because another process may be sealing too.
    await replaceTexts(db, table, column, part);
    changed += plainRows.length;
    await report(plainRows.length);
  }
}

/** Seals each application's webhooks in one transaction, because there are at most 100. */
async function sealWebhooks(
  db: Database,
  secret: ServiceSecret,
  address: Change,
  report: Report,
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
      const plainRows = rows.filter(({ url }) => !isSealed(url));
      for (const { webid, url, secret: own } of plainRows)
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
      return plainRows.length;
    });
    changed += sealed;
    if (sealed > 0) await report(sealed);
  }
  return changed;
}

/** Deliveries to one address share one sealed text, because equal texts mark the same target. */
async function sealDeliveries(db: Database, address: Change, report: Report): Promise<number> {
  const targets = await db
    .selectFrom('deliveries')
    .select(['applicationId', 'url'])
    .distinct()
    .execute();
  const plainRows = targets.filter(({ url }) => !isSealed(url));
  for (const { applicationId, url } of plainRows) {
    await db
      .updateTable('deliveries')
      .set({ url: address(applicationId, url) })
      .where('applicationId', '=', applicationId)
      .where('url', '=', url)
      .execute();
    await report(1);
  }
  return plainRows.length;
}

function sealShopSecrets(db: Database, secret: ServiceSecret, report: Report): Promise<number> {
  const sealed: Change = (id, json) =>
    mapSecrets(json, (text) =>
      isSealed(text) ? text : sealAt(secret, 'shop secrets', [id], text),
    );
  return sealColumn(db, 'applications', 'extras', sealed, report);
}

async function sealTokens(db: Database, secret: ServiceSecret, report: Report): Promise<number> {
  for (let changed = 0; ;) {
    const plainRows = await transact(db, async (transaction) => {
      const rows = await transaction
        .selectFrom('tokens')
        .select(['applicationId', 'token'])
        .where('sealed', 'is', null)
        .limit(batchRows)
        .execute();
      if (rows.length === 0) return 0;
      const part = rows.map(({ applicationId, token }) => [
        ...[applicationId, token, tokenLookupKey(secret, applicationId, token)],
        sealAt(secret, 'tokens', [applicationId], token),
      ]);
      await replaceTokens(transaction, part);
      return rows.length;
    });
    if (plainRows === 0) return changed;
    changed += plainRows;
    await report(plainRows);
  }
}

const wipeTimeoutMs = 3000;
const retryEveryMs = 20;

/**
 * Wipes old values. Returns false if another process uses the database or the disk is full; the
 * next start retries.
 * SECURITY: old values stay in free pages of the file and in the WAL until they are overwritten.
 */
async function wipe(db: Database): Promise<boolean> {
  try {
    await vacuum(db);
    // A busy checkpoint is not an error: the checkpoint thread may be moving the latest writes.
    const giveUpAt = performance.now() + wipeTimeoutMs;
    for (;;) {
      const isWiped = await truncateWal(db);
      if (isWiped || performance.now() > giveUpAt) return isWiped;
      await pause(retryEveryMs);
    }
  } catch (error) {
    if (!/^SQLITE_(BUSY|FULL)/.test(errorCode(error))) throw error;
    return false;
  }
}
