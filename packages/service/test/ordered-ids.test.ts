// Ids of users and log lines ascend with creation, so that a pass over all reads tables in order.
import { expect, test } from 'vitest';
import { orderedId } from '../src/ordered-ids.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { openWire } from './support/service-client.ts';

test('ids are UUIDs of version 7 that ascend with time and are unique', () => {
  const moments = [0, 1, 999, 1_900_000_000_000, 1_900_000_000_001, 2 ** 47];
  const ids = moments.map((at) => orderedId(unixMs(at)));
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  const [one, other] = [orderedId(unixMs(5)), orderedId(unixMs(5))];
  expect(one.slice(0, 15)).toBe(other.slice(0, 15));
  expect(one).not.toBe(other);
});

test('ids of users and log lines ascend in the order of creation', async () => {
  let nowMs = 1_900_000_000_000;
  const { service, send, init } = await openWire({ now: () => nowMs });
  const { sellerkey } = service.app;
  const names = ['zoe', 'adam', 'mia', 'ben'];
  for (const user of names) {
    nowMs += 1000;
    const parameters = {
      sellerkey,
      type: 'adduser',
      user,
      sub: 'Pro',
      expiry: '1',
      pass: 'a pass phrase',
    };
    const query = new URLSearchParams(parameters).toString();
    const answer = await fetch(`${service.url}/api/seller/?${query}`);
    expect(await answer.json()).toMatchObject({ success: true });
    const logged = { type: 'log', sessionid: await init(), message: user };
    expect((await send(logged)).body).toMatchObject({ success: true });
  }
  const { database } = service;
  const users = await database
    .selectFrom('users')
    .select('username')
    .where('username', 'in', names)
    .orderBy('id')
    .execute();
  expect(users.map(({ username }) => username)).toEqual(names);
  const lines = await database.selectFrom('logs').select('message').orderBy('id').execute();
  expect(lines.map(({ message }) => message)).toEqual(names);
  const audited = await database.selectFrom('auditLogs').select('detail').orderBy('id').execute();
  expect(audited.map(({ detail }) => names.find((name) => detail.includes(name)))).toEqual(names);
});
