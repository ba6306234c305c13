// Numbers by day: exact counts of keys, sign-ins, users and refusals
// (docs/selling.md#numbers-by-day).
import { expect, test } from 'vitest';
import { rollUpCounts } from '../src/database/count-roll-up.ts';
import { dayOf, firstDayOf, nextPeriod } from '../src/features/numbers/periods.ts';
import { openHistory } from './history-parts.ts';
import { hwid, type Parameters } from './support/service-client.ts';

/** 1_800_000_000 is 2027-01-15T08:00Z, a Friday. */
const today = '2027-01-15';

async function open() {
  const opened = await openHistory();
  const { ask } = opened;
  const seriesOf = async (more: Parameters = {}) =>
    (await ask('series', more)).body['series'] as readonly Readonly<Record<string, unknown>>[]; // as its schema says
  const dayNumbers = async (day = today) => (await seriesOf({ since: day, until: day }))[0];
  return { ...opened, seriesOf, dayNumbers };
}

const none = {
  made: 0,
  redeemed: 0,
  refunded: 0,
  banned: 0,
  signins: 0,
  users: 0,
  newusers: 0,
  trials: 0,
};
const zero = { ...none, refused: 0, reasons: [] };

test('counts keys that are made, redeemed, banned and refunded, each once', async () => {
  const { ask, service, send, init, dayNumbers } = await open();
  await service.addUser({ username: 'anna' });
  const made = (await ask('add', { expiry: '1', amount: '3', order: '7' })).body;
  await ask('add', { expiry: '1', amount: '3', order: '7' });
  const [one = '', other = ''] = made['keys'] as string[]; // as its schema says
  await send({ type: 'upgrade', sessionid: await init(), username: 'anna', key: one });
  await ask('assignkey', { user: 'anna', key: other });
  await ask('ban', { key: one, reason: 'x' });
  await ask('ban', { key: one, reason: 'y' });
  await ask('refund', { order: '7' });
  await ask('refund', { order: '7' });
  expect(await dayNumbers()).toEqual({
    ...zero,
    date: today,
    made: 3,
    redeemed: 2,
    banned: 1,
    refunded: 2,
  });
});

test('counts new users, sign-ins and distinct users', async () => {
  const { ask, service, send, init, logIn, dayNumbers } = await open();
  const key = await service.addLicense({ days: 1 });
  const register = { username: 'dora', pass: 'a pass phrase', key, hwid };
  await send({ type: 'register', sessionid: await init(), ...register });
  await ask('adduser', { user: 'ben', pass: 'a pass phrase', sub: 'Pro', expiry: '5' });
  await ask('adduser', { user: 'old', pass: 'x', sub: 'Pro', expiry: '5', alike: '1' });
  for (const username of ['dora', 'ben', 'ben'])
    await logIn({ username, password: 'a pass phrase' });
  expect(await dayNumbers()).toEqual({
    ...zero,
    date: today,
    redeemed: 1,
    newusers: 2,
    signins: 4,
    users: 2,
  });
});

test('counts refusals by reason, even for unknown names', async () => {
  const { service, logIn, dayNumbers } = await open();
  const anna = await service.addUser({ username: 'anna', banned: 'x' });
  await logIn(anna);
  await logIn({ ...anna, password: 'wrong' });
  await logIn({ username: 'nobody', password: 'wrong' });
  const reasons = [
    { reason: 'bad-credentials', count: 2 },
    { reason: 'banned', count: 1 },
  ];
  expect(await dayNumbers()).toEqual({ ...zero, date: today, refused: 3, reasons });
});

test('counts each distinct user once a day, once a week and once a month', async () => {
  const { service, logIn, pass, seriesOf } = await open();
  const [anna, ben] = [await service.addUser(), await service.addUser()];
  const day = 86_400;
  await logIn(anna);
  await logIn(ben);
  pass(day);
  await logIn(anna);
  // The next Monday, and then the first day of the next month, a Monday too.
  pass(2 * day);
  await logIn(anna);
  pass(14 * day);
  await logIn(anna);
  const span = { since: '2027-01-15', until: '2027-02-01' };
  const usersBy = async (by: string) =>
    (await seriesOf({ ...span, by }))
      .filter(({ signins }) => signins !== 0)
      .map(({ date, users, signins }) => [date, users, signins]);
  expect(await usersBy('day')).toEqual([
    ['2027-01-15', 2, 2],
    ['2027-01-16', 1, 1],
    ['2027-01-18', 1, 1],
    ['2027-02-01', 1, 1],
  ]);
  expect(await usersBy('week')).toEqual([
    ['2027-01-11', 2, 3],
    ['2027-01-18', 1, 1],
    ['2027-02-01', 1, 1],
  ]);
  expect(await usersBy('month')).toEqual([
    ['2027-01-01', 2, 4],
    ['2027-02-01', 1, 1],
  ]);
});

test('counts exactly under concurrent sign-ins, redeems and refusals', async () => {
  const { service, send, init, logIn, dayNumbers } = await open();
  const [anna, ben] = [await service.addUser(), await service.addUser()];
  const redeem = async () => {
    const key = await service.addLicense({ days: 1 });
    await send({ type: 'upgrade', sessionid: await init(), username: anna.username, key });
  };
  const wrong = { username: ben.username, password: 'wrong' };
  await Promise.all([
    ...Array.from({ length: 20 }, () => logIn(anna)),
    ...Array.from({ length: 20 }, redeem),
    ...Array.from({ length: 4 }, () => logIn(wrong)),
  ]);
  expect(await dayNumbers()).toMatchObject({ signins: 20, users: 1, redeemed: 20, refused: 4 });
});

test('a roll-up changes no number, even during sign-ins, and leaves no new count', async () => {
  const { service, logIn, dayNumbers } = await open();
  const { database } = service;
  const anna = await service.addUser();
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all([logIn(anna), rollUpCounts(database), logIn(anna), rollUpCounts(database)]);
    expect(await dayNumbers()).toMatchObject({ signins: 2 * round, users: 1 });
  }
  await rollUpCounts(database);
  expect(await database.selectFrom('newCounts').selectAll().execute()).toEqual([]);
  expect(await dayNumbers()).toMatchObject({ signins: 6, users: 1 });
});

test('a roll-up drops the counts of a deleted application', async () => {
  const { service, logIn, dayNumbers } = await open();
  const { database } = service;
  await logIn(await service.addUser());
  const gone = { applicationId: 'gone', day: today, kind: 'signins', count: 5 };
  await database.insertInto('newCounts').values(gone).execute();
  await rollUpCounts(database);
  expect(await database.selectFrom('newCounts').selectAll().execute()).toEqual([]);
  expect(await dayNumbers()).toMatchObject({ signins: 1 });
});

test('a repeated request counts once, and a rolled-back one never', async () => {
  const { service, send, init, logIn, dayNumbers } = await open();
  const anna = await service.addUser();
  const { sent } = await logIn(anna);
  await send(sent);
  const key = await service.addLicense({ days: 1, level: '9' });
  const upgrade = { type: 'upgrade', sessionid: await init(), username: anna.username, key };
  expect((await send(upgrade)).body).toMatchObject({ reason: 'no-plan-for-level' });
  expect(await dayNumbers()).toMatchObject({ signins: 1, redeemed: 0, refused: 1 });
});

test('days are those of the time zone of the application', async () => {
  const { ask, service, pass, logIn, seriesOf } = await open();
  // 14 hours ahead of UTC, so that the next day begins at 10:00 UTC.
  await ask('updatesettings', { timezone: 'Pacific/Kiritimati' });
  const anna = await service.addUser();
  await logIn(anna);
  pass(2 * 3600);
  await logIn(anna);
  const rows = await seriesOf({ since: '2027-01-15', until: '2027-01-16' });
  expect(rows.map(({ signins, users }) => [signins, users])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  await ask('updatesettings', { timezone: 'Pacific/Auckland' });
  expect((await ask('series')).body).toMatchObject({ timezone: 'Pacific/Auckland' });
  for (const timezone of ['Mars/Olympus', '+02:00', ''])
    expect((await ask('updatesettings', { timezone })).success).toBe(false);
});

test('series has every period, by default the last 30 days, and at most 1000', async () => {
  const { ask, seriesOf } = await open();
  const days = await seriesOf();
  expect(days.map(({ date }) => date)).toEqual(
    Array.from({ length: 30 }, (_, at) =>
      new Date(Date.parse('2026-12-17') + at * 86_400_000).toISOString().slice(0, 10),
    ),
  );
  expect(days[0]).toEqual({ ...zero, date: '2026-12-17' });
  const failure = async (since: string, until: string) =>
    (await ask('series', { since, until })).message;
  expect(await failure('2027-01-02', '2027-01-01')).toBe('The period ends before it begins');
  expect(await failure('2020-01-01', '2027-01-01')).toBe('The period is too long');
  expect(await failure('2027-02-30', '2027-03-01')).toBe('The parameter "since" is not valid.');
});

test('days, weeks and months start at the right time, even when summer time begins', () => {
  const at = (text: string) => Date.parse(text) / 1000;
  expect(dayOf('UTC', at('2026-12-31T23:59:59Z'))).toBe('2026-12-31');
  expect(dayOf('Europe/Berlin', at('2026-12-31T22:59:59Z'))).toBe('2026-12-31');
  expect(dayOf('Europe/Berlin', at('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
  // Summer time begins on 29 March 2026.
  expect(dayOf('Europe/Berlin', at('2026-03-29T21:59:59Z'))).toBe('2026-03-29');
  expect(dayOf('Europe/Berlin', at('2026-03-29T22:00:00Z'))).toBe('2026-03-30');
  expect(['2026-11-23', '2026-11-29'].map((day) => firstDayOf(day, 'week'))).toEqual([
    ...['2026-11-23', '2026-11-23'],
  ]);
  expect(firstDayOf('2026-02-28', 'month')).toBe('2026-02-01');
  expect(nextPeriod('2026-12-01', 'month')).toBe('2027-01-01');
  expect(nextPeriod('2026-12-28', 'week')).toBe('2027-01-04');
});
