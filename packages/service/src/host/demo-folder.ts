// Opens data with a demo, whose passwords and license keys are public, and refuses to expose it.
import { join } from 'node:path';
import { isLoopback } from '../addresses.ts';
import { readFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import { createKeyFile, readKeyFile, type KeyFile } from '../secrets/key-file.ts';
import { hashToken } from '../secrets/token-hash.ts';
import { StartProblem } from '../start-problem.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';
import { randomText } from '../features/settings/new-application.ts';
import { openDemoPeople } from './demo-people.ts';
import { seedDemo, type DemoSecrets } from './demo-seed.ts';

export interface DemoRow {
  readonly id: string;
  readonly name: string;
  readonly ownerid: string;
  readonly sellerkeyHash: string;
}

/** Returns the demo application, or null without one or after `latchkey demo keep`. */
export async function findDemo(db: Database): Promise<DemoRow | null> {
  const fact = await readFact(db, 'demo');
  if (fact === null) return null;
  const query = db
    .selectFrom('applications')
    .select(['id', 'name', 'ownerid', 'sellerkeyHash'])
    .where('id', '=', fact);
  return (await query.executeTakeFirst()) ?? null;
}

/** Part of the options of a service. */
export interface DemoOptions {
  readonly dataFolder: string;
  readonly demo?: boolean;
  readonly host?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
}

/**
 * SECURITY: anyone can sign in to a demo, so it must not be reachable from other machines, either
 * directly or through a reverse proxy.
 */
export function refusePublicDemo(options: DemoOptions): void {
  const { demo = false, host = '127.0.0.1', trustedProxies = [] } = options;
  if (!demo) return;
  if (trustedProxies.length > 0)
    throw new StartProblem(
      'A demo has public passwords and keys, and a proxy would publish them. Start it without --trust-proxy.',
    );
  if (isLoopback(host)) return;
  throw new StartProblem(
    'A demo has public passwords and keys, so --demo needs --host 127.0.0.1 or ::1.',
  );
}

/** Throws StartProblem if data with a demo is opened without `--demo`. */
export async function refuseDemo(
  db: Database,
  { dataFolder, demo = false }: DemoOptions,
): Promise<void> {
  if (demo || (await findDemo(db)) === null) return;
  throw new StartProblem(
    `The data of ${dataFolder} is a demo with public passwords and keys. Start it with --demo, or run "latchkey demo keep --data ${dataFolder}", which replaces them.`,
  );
}

export function demoKeyFile(dataFolder: string): KeyFile {
  return { path: join(dataFolder, 'demo-seller-key'), name: "demo's seller key" };
}

/**
 * Adds the demo to empty data, and returns its seller key. Each folder has a random key in a file.
 * Returns null for other data, without the option, or if `app newkey` has replaced the key.
 */
export async function openDemo(
  db: Database,
  { dataFolder, demo: isWanted = false }: DemoOptions,
  parts: Omit<DemoSecrets, 'sellerkey'>,
  nowMs: UnixMs,
): Promise<string | null> {
  if (!isWanted) return null;
  const file = demoKeyFile(dataFolder);
  if (await isEmpty(db)) await seedDemo(db, { ...parts, sellerkey: openKey(file) }, nowMs);
  const demo = await findDemo(db);
  if (demo === null) return null;
  const isLost = readKeyFile(file) === null;
  const sellerkey = openKey(file);
  if (isLost) await setSellerKey(db, demo.id, sellerkey);
  else if (demo.sellerkeyHash !== hashToken(sellerkey)) return null;
  const { passwords } = parts;
  await openDemoPeople(db, demo, { passwords, sellerkey }, toUnixSeconds(nowMs));
  return sellerkey;
}

async function isEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('applications').select('id').executeTakeFirst()) === undefined;
}

function openKey(file: KeyFile): string {
  const bytes = readKeyFile(file) ?? createKeyFile(file, Buffer.from(`${randomText(32)}\n`));
  return bytes.toString('utf8').trim();
}

/** Replaces the application's own key. */
export async function setSellerKey(db: Database, id: string, sellerkey: string): Promise<void> {
  await db
    .updateTable('applications')
    .set({ sellerkeyHash: hashToken(sellerkey), sellerAddress: null })
    .where('id', '=', id)
    .execute();
}
