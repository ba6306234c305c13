// Two requests at once on PostgreSQL: every promise holds for each order of their statements that is
// tried. LATCHKEY_TRY_ALL=1 tries 500 orders of each pair, and INTERLEAVING_SEED repeats them.
import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { randomNumbersFrom } from '../../../test/support/random-numbers.ts';
import {
  brokenIn,
  openWorld,
  operations,
  type Answer,
  type OperationName,
} from './interleavings-parts.ts';
import { openRemovals } from './removals-parts.ts';
import { databaseKind, databaseOptionsOf } from './support/postgresql.ts';
import { StatementGate } from './support/statement-gate.ts';

const all = process.env['LATCHKEY_TRY_ALL'] === '1';
const seed = Number(process.env['INTERLEAVING_SEED'] ?? (all ? randomInt(2 ** 31) : 1));
const orders = all ? 500 : 20;
const names = Object.keys(operations) as OperationName[]; // its keys
const pairs: readonly (readonly [OperationName, OperationName])[] = all
  ? names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))
  : [
      ['redeem', 'refund'],
      ['sign in', 'sign in'],
      ["reseller's keys", "reseller's keys"],
    ];

test.runIf(databaseKind === 'postgresql').each(pairs)(
  `"%s" and "%s" keep every promise in ${orders} orders of their statements`,
  { timeout: all ? 600_000 : 60_000 },
  async (one, other) => {
    const opened = await openRemovals({ resets: 31 });
    const { databaseUrl } = await databaseOptionsOf(opened.service.dataFolder);
    const admin = new Client({ connectionString: databaseUrl });
    await admin.connect();
    const gate = new StatementGate(admin);
    gate.install();
    onTestFinished(async () => {
      gate.remove();
      await admin.end();
    });
    const pick = randomNumbersFrom(seed);
    for (let order = 1; order <= orders; order += 1) {
      const world = await openWorld(opened, `pair ${order}`, [one, other]);
      const answers = await gate.run<Answer>(
        [one, other].map((name, place) => () => operations[name](world, place)),
        pick,
      );
      expect(await brokenIn(world, answers), `seed ${seed}, order ${order}`).toEqual([]);
    }
  },
);
