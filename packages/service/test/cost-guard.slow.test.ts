// The requests that users send all day cost no more than the committed tables allow
// (docs/engineering/plans.md). `npm run bench -- --guard` runs it alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { startService } from '../src/host/serve.ts';
import { cheapCost } from './support/cheap-cost.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { ownApplication, ownApplicationId } from './support/own-application.ts';
import { never } from './support/plans/empty-service.ts';
import {
  explainSettings,
  probePostgresql,
  probeSqlite,
  type Cost,
  type Probe,
} from './support/plans/cost-probes.ts';
import { costsAbove, printTable, readTable } from './support/plans/cost-table.ts';
import { nowSeconds } from './support/plans/filled-values.ts';
import { sendHotOperations } from './support/plans/hot-operations.ts';
import { openFilled } from './support/plans/postgresql-plans.ts';
import { fillSqlite } from './support/plans/sqlite-plans.ts';
import { databaseKind, databaseOptionsOf } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';

const folder = join(import.meta.dirname, '../../../docs/engineering/plans');
const file = join(folder, `cost-${databaseKind}.txt`);
/** The first ones prepare statements and read caches. */
const warmUpRounds = 2;
const rounds = 7;

test('hot operations cost no more than the table allows', { timeout: 300_000 }, async () => {
  const { url, probe } = await openFilledService();
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < warmUpRounds + rounds; round += 1)
    await sendHotOperations(url, round, async (operation, run) => {
      probe.take();
      await run();
      const cost = probe.take();
      if (round >= warmUpRounds) costs.set(operation, [...(costs.get(operation) ?? []), cost]);
    });
  const measured = new Map([...costs].map(([operation, all]) => [operation, typical(all)]));
  if (process.env['COST_TABLE'] === 'print') writeFileSync(file, printTable(measured));
  const allowed = readTable(readFileSync(file, 'utf8'));
  expect([...allowed.keys()]).toEqual([...measured.keys()]);
  expect(costsAbove(measured, allowed)).toEqual([]);
});

/** The middle of each number, and every access. */
function typical(costs: readonly Cost[]): Cost {
  const middle = (name: Exclude<keyof Cost, 'accesses'>) =>
    costs.map((cost) => cost[name]).sort((one, other) => one - other)[costs.length >> 1] ?? 0;
  return {
    statements: middle('statements'),
    rows: middle('rows'),
    walBytes: middle('walBytes'),
    signatures: middle('signatures'),
    accesses: [...new Set(costs.flatMap(({ accesses }) => accesses))].sort(),
  };
}

async function openFilledService(): Promise<{ readonly url: string; readonly probe: Probe }> {
  const dataFolder = temporaryFolder();
  const options = await databaseOptionsOf(dataFolder, 'empty');
  const start = (databaseUrl: string | undefined) =>
    startService(
      {
        dataFolder,
        port: 0,
        desk: false,
        logStream: { write: () => undefined },
        ...options,
        databaseUrl,
      },
      {
        // Not at a multiple of 50 ms, at which `log` deletes old lines, too.
        now: () => nowSeconds * 1000 + 1,
        reach: {},
        passwordCost: cheapCost,
        after: never,
      },
    );
  // Makes the keys, which a service refuses to make for data of another one.
  await (await start(options.databaseUrl)).close();
  const client = databaseKind === 'postgresql' ? await openFilled(dataFolder) : null;
  if (client === null) await fillSqlite(dataFolder);
  await prepareApplication(dataFolder, options.databaseUrl);
  const service = await start(options.databaseUrl && explained(options.databaseUrl));
  onTestFinished(() => service.close());
  const probe = client === null ? probeSqlite(dataFolder) : await probePostgresql(client);
  return { url: service.url, probe };
}

/** Makes the application with half of all rows the own one, with a variable and no webhooks. */
async function prepareApplication(dataFolder: string, databaseUrl: string | undefined) {
  const db = await openDatabase({ dataFolder, databaseUrl, onIdleFault: () => undefined });
  const { sellerkey, name, ownerid } = ownApplication;
  const row = { name, ownerid, sellerkeyHash: hashToken(sellerkey) };
  await db.updateTable('applications').set(row).where('id', '=', ownApplicationId).execute();
  await db.deleteFrom('webhooks').where('applicationId', '=', ownApplicationId).execute();
  // The worker would send them meanwhile.
  await db.deleteFrom('deliveries').where('status', '=', 'pending').execute();
  const variable = { varid: 'hot', varidFold: 'hot', value: 'x', authed: 1 } as const;
  await db
    .insertInto('variables')
    .values({ applicationId: ownApplicationId, ...variable })
    .execute();
  await db.destroy();
}

function explained(databaseUrl: string): string {
  const options = explainSettings.map((setting) => `-c ${setting}`).join(' ');
  const separator = databaseUrl.includes('?') ? '&' : '?';
  return `${databaseUrl}${separator}options=${encodeURIComponent(options)}`;
}
