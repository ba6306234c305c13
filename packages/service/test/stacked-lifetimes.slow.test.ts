// Stacked lifetimes end by the last second of the year 9999, because clients in Python and C# fail
// beyond it. Every operation that adds time respects this, and the ledger stays exact.
import { expect, test } from 'vitest';
import { maxDurationSeconds, maxUnixSeconds } from '@latchkey/protocol/units.ts';
import { open, day } from './ledger-parts.ts';
import { hwid } from './support/service-client.ts';

const lifetime = 300_000;
/** A lifetime lasts 821 years, so eleven of them end after the year 9999. */
const enough = 11;

async function openStacked() {
  const opened = await open();
  const { must, service, register, key } = opened;
  const endsOf = async (user: string) => {
    const subs = (await must('usergrants', { user }))['subs'] as readonly {
      readonly expiry: string | null;
      readonly timeleft: number;
      readonly grants: readonly { readonly left: number; readonly revoked: string | null }[];
    }[]; // as its schema says
    const [sub] = subs;
    const left = (sub?.grants ?? []).filter(({ revoked }) => revoked === null);
    expect(left.reduce((sum, one) => sum + one.left, 0)).toBe(sub?.timeleft);
    return sub?.expiry === null ? null : Number(sub?.expiry);
  };
  await register('ben', await key(30));
  const benBefore = await endsOf('ben');
  const stack = async (user: string) => {
    const keys: string[] = [];
    for (let time = 0; time < enough; time += 1) keys.push(await key(lifetime));
    await register(user, keys[0] ?? '');
    return keys;
  };
  const expectBystander = async () => expect(await endsOf('ben')).toBe(benBefore);
  return { ...opened, endsOf, stack, expectBystander, service };
}

test('redeemed keys stack up to the year 9999, and a ban revokes exactly one until it is lifted', async () => {
  const { send, init, must, endsOf, stack, expectBystander, clock } = await openStacked();
  const keys = await stack('ann');
  const untils: unknown[] = [];
  for (const key of keys.slice(1)) {
    const { body } = await send({ type: 'upgrade', sessionid: await init(), username: 'ann', key });
    expect(body).toMatchObject({ success: true });
    untils.push((body['redeemed'] as { until: number }).until); // as its schema says
  }
  expect(untils[1]).toBe(clock.now + 3 * lifetime * day);
  expect(untils.slice(-2)).toEqual([maxUnixSeconds, maxUnixSeconds]);
  expect(await endsOf('ann')).toBe(maxUnixSeconds);
  const login = { type: 'login', username: 'ann', pass: 'pass of ann', hwid };
  const { body } = await send({ ...login, sessionid: await init() });
  expect(body).toMatchObject({ info: { subscriptions: [{ expiry: String(maxUnixSeconds) }] } });
  const last = keys.at(-1) ?? '';
  await must('ban', { key: last });
  expect(await endsOf('ann')).toBe(maxUnixSeconds - lifetime * day);
  await must('unban', { key: last });
  expect(await endsOf('ann')).toBe(maxUnixSeconds);
  await expectBystander();
});

test('a seller who extends one user or all, pauses and resumes stays below the year 10000', async () => {
  const { service, must, endsOf, stack, expectBystander, clock } = await openStacked();
  await service.removeNeighbour();
  await stack('ann');
  const extend = (user: string) =>
    must('extend', { user, sub: 'Pro', expiry: String(lifetime), activeOnly: '1' });
  for (let time = 0; time < enough; time += 1) await extend('ann');
  expect(await endsOf('ann')).toBe(maxUnixSeconds);
  await expectBystander();
  await must('pauseuser', { username: 'ann' });
  for (let time = 0; time < enough; time += 1) await extend('ann');
  clock.now += 90 * day;
  await must('unpauseuser', { username: 'ann' });
  expect(await endsOf('ann')).toBe(maxUnixSeconds);
  await must('subtract', { user: 'ann', sub: 'Pro', seconds: String(day) });
  expect(await endsOf('ann')).toBe(maxUnixSeconds - day);
  await must('pauseapp');
  clock.now += 2 * day;
  await must('unpauseapp');
  expect(await endsOf('ann')).toBe(maxUnixSeconds);
  await must('extend', { user: 'all', sub: 'Pro', expiry: '1' });
  expect(await endsOf('ann')).toBe(maxUnixSeconds);
});

test('imported ends and durations are limited, and unused keys can be extended', async () => {
  const { service, must, endsOf, stack, expectBystander } = await openStacked();
  await stack('ann');
  for (const expiry of ['253402300800', '999999999999', '9999-12-31']) {
    await must('setgrants', { user: 'ann', sub: 'Pro', expiry });
    expect(await endsOf('ann')).toBe(maxUnixSeconds);
  }
  const timeleft = String(maxDurationSeconds);
  await must('setgrants', { user: 'ann', sub: 'Pro', paused: '1', timeleft });
  await must('unpauseuser', { username: 'ann' });
  expect(await endsOf('ann')).toBe(maxUnixSeconds);
  await must('importkey', { key: 'LONG', expires: timeleft, status: 'Not Used' });
  await must('addtime', { time: '1' });
  const rows = await service.database.selectFrom('licenses').selectAll().execute();
  const secondsOf = (key: string) => rows.find((row) => row.key === key)?.seconds;
  expect(secondsOf('LONG')).toBe(maxDurationSeconds);
  expect(rows.map(({ seconds }) => seconds)).toContain((lifetime + 1) * day);
  await expectBystander();
});

test('an expiry date without a time means the end of the day, a start date its beginning', async () => {
  const { service, must, ask, stack, endsOf } = await openStacked();
  await stack('ann');
  for (const [expiry, end] of [
    ['2030-02-28', '2030-02-28T23:59:59Z'],
    ['2030-02-28T10:00Z', '2030-02-28T10:00:00Z'],
    ['2030-02-28 10:00+02:00', '2030-02-28T08:00:00Z'],
    ['1898539200', '2030-02-28T20:00:00Z'],
  ] as const) {
    await must('setgrants', { user: 'ann', sub: 'Pro', expiry, since: '2026-11-25' });
    expect(await endsOf('ann')).toBe(Date.parse(end) / 1000);
  }
  const { since } =
    ((await must('usergrants', { user: 'ann' }))['subs'] as { since: string }[])[0] ?? {};
  expect(Number(since)).toBe(Date.parse('2026-11-25T00:00Z') / 1000);
  const used = { key: 'USED', expires: '60', status: 'Used' };
  await must('importkey', { ...used, usedon: '2026-11-25', gendate: '2026-11-24T12:00Z' });
  const row = service.database.selectFrom('licenses').select(['usedAt', 'createdAt']);
  expect(await row.where('key', '=', 'USED').executeTakeFirst()).toEqual({
    usedAt: Date.parse('2026-11-25T00:00Z') / 1000,
    createdAt: Date.parse('2026-11-24T12:00Z') / 1000,
  });
  for (const expiry of [
    '2030-02-30',
    '31.12.2030',
    '-1',
    'soon',
    '1969-12-31',
    '2030-02-28T25:00Z',
  ])
    expect((await ask('setgrants', { user: 'ann', sub: 'Pro', expiry })).message).toBe(
      'The parameter "expiry" is not valid.',
    );
});
