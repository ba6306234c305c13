// A look-up by key or name reads its own row, however many rows share its status, level or flag.
import BetterSqlite3 from 'better-sqlite3';
import { onTestFinished, expect, test } from 'vitest';
import { sqliteFileIn } from '../src/database/sqlite.ts';
import { databaseKind } from './support/postgresql.ts';
import { recordStatements } from './support/recorded-statements.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

/** The indexes of a column that very many rows share. */
const wide = /USING (?:COVERING )?INDEX (licenses_by_\w+|deliveries_due|deliveries_target)/;

async function openRecorded() {
  const wire = await openWire();
  const recording = recordStatements();
  onTestFinished(recording.stop);
  const sqlite = new BetterSqlite3(sqliteFileIn(wire.service.dataFolder), { readonly: true });
  onTestFinished(() => void sqlite.close());
  /** The statements on `table` with the indexes that they use, without statistics. */
  const plansOf = (table: string) => {
    recording.stop();
    const texts = new Set(recording.statements().map(({ sql }) => sql));
    return [...texts]
      .filter((sql) => sql.includes(`"${table}"`))
      .map((sql) => {
        const values = Array.from(sql.matchAll(/\?/g), () => null);
        const explain = sqlite.prepare<null[], { detail: string }>(`explain query plan ${sql}`);
        const steps = explain.all(...values);
        return { sql, plan: steps.map(({ detail }) => detail).join('\n') };
      });
  };
  return { wire, recording, plansOf };
}

test.runIf(databaseKind === 'sqlite')('a redeem finds its key by the key', async () => {
  const { wire, recording, plansOf } = await openRecorded();
  const { service, send, init } = wire;
  const user = await service.addUser();
  const key = await service.addLicense({ days: 1 });
  const sessionid = await init();
  recording.clear();
  const { body } = await send({ type: 'upgrade', sessionid, username: user.username, key });
  expect(body).toMatchObject({ success: true });
  const plans = plansOf('licenses');
  expect(plans.length).toBeGreaterThan(0);
  for (const { sql, plan } of plans) expect(plan, sql).not.toMatch(wide);
});

test.runIf(databaseKind === 'sqlite')('changes of listed keys find them by the key', async () => {
  const { wire, recording, plansOf } = await openRecorded();
  const { service } = wire;
  const ask = sellerOf(service);
  const key = await service.addLicense({ days: 1 });
  recording.clear();
  expect(await ask('addtime', { time: '1' })).toMatchObject({ success: true });
  expect(await ask('del', { key })).toMatchObject({ success: true });
  await service.addLicense({ days: 1 });
  expect(await ask('delunused')).toMatchObject({ success: true });
  const changes = plansOf('licenses').filter(({ sql }) => !sql.startsWith('select'));
  expect(changes.length).toBeGreaterThan(3);
  for (const { sql, plan } of changes) expect(plan, sql).not.toMatch(wide);
});
