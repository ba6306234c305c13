// Numbers in an imported document that JavaScript would round stay as they are written.
import { expect, test } from 'vitest';
import { openBench } from './support/cli.ts';

test('import keeps the digits of long order numbers, names and keys', async () => {
  const { service, run } = await openBench();
  const digits = '12345678901234567890';
  const document = `{"format":"latchkey-export","version":1,
    "licenses":[
      {"key":${digits},"level":1,"days":30,"order":${digits}},
      {"key":"other","level":1,"days":30,"order":12345678901234567891},
      {"key":"small","level":1,"days":30,"order":10042.0}],
    "users":[{"username":${digits},"subscriptions":[{"subscription":"Pro","days":1.5}]}]}`;
  const ran = await run('import - --allow-short', { stdin: document });
  expect(ran.stderr).not.toContain('not JSON');
  const rows = await service.database
    .selectFrom('licenses')
    .select(['key', 'orderNumber'])
    .orderBy('key')
    .execute();
  expect(rows).toEqual([
    { key: digits, orderNumber: digits },
    { key: 'other', orderNumber: '12345678901234567891' },
    { key: 'small', orderNumber: '10042' },
  ]);
});
