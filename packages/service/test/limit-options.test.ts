// Limits that are options of `latchkey serve`.
import { expect, test } from 'vitest';
import { databaseLoad } from '../src/database/load.ts';
import { transact } from '../src/database/transact.ts';
import { GeneralLimit } from '../src/http/general-limit.ts';
import { behindProxy, sendFrom } from './support/many-addresses.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';
import { unixMs } from '@latchkey/protocol/units.ts';

test('requestsPerMinute limits one address, and leaves others alone', async () => {
  const { service } = await openWire({ ...behindProxy, now: () => 1.9e12, requestsPerMinute: 90 });
  const send = sendFrom(service);
  const reasonOf = async (address: string) =>
    (await send(address, { type: 'check', sessionid: 'gone' })).body['reason'];
  for (let sent = 0; sent < 90; sent += 1)
    expect(await reasonOf('198.51.100.7')).toBe('session-gone');
  expect(await reasonOf('198.51.100.7')).toBe('rate-limited');
  expect(await reasonOf('198.51.100.9')).toBe('session-gone');
});

test('requestsPerMinute reserves a sixth for requests that do not transfer releases', async () => {
  const { service } = await openWire();
  const { database: db } = service;
  const parts = { db, nowMs: () => unixMs(1.9e12), log: { warn: () => undefined } };
  const transfersOf = (requestsPerMinute?: number) =>
    new GeneralLimit({ ...parts, requestsPerMinute }).transfersPerMinute;
  expect([transfersOf(), transfersOf(90)]).toEqual([1000, 75]);
});

test.runIf(databaseKind === 'postgresql').each([
  [undefined, 5],
  [4, 1],
  [24, 12],
])('a pool of %s runs %i transactions of one application', async (connections, most) => {
  const { service, send } = await openWire(connections === undefined ? {} : { connections });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let begun = 0;
  const all = Array.from({ length: 30 }, () =>
    transact(service.database, () => {
      begun += 1;
      return released;
    }),
  );
  await expect.poll(() => begun).toBe(most);
  // Reads have separate connections.
  expect((await send({ type: 'check', sessionid: 'gone' })).body['reason']).toBe('session-gone');
  expect(begun).toBe(most);
  release();
  await Promise.allSettled(all);
  const { busy = 0, idle = 0 } = databaseLoad(service.database).connections ?? {};
  expect(busy + idle).toBeLessThanOrEqual(connections ?? 10);
});
