// Filters of lists: each finds exactly the rows of the whole list that show the value, for every
// scope. SECURITY: a filter must not find a value that the list masks.
import { expect, test } from 'vitest';
import { licenseStates, userStates } from '@latchkey/protocol/seller/list-filters.ts';
import { openWithResellers } from './support/resellers.ts';
import { hwid } from './support/service-client.ts';
import { start } from './support/seller-keys.ts';

type Row = Readonly<Record<string, string>>;
type Parameters = Readonly<Record<string, string>>;
type Filter = readonly [name: string, value: string, matches: (row: Row) => boolean];

const day = 86_400;
const statusTexts = { unused: 'Not Used', used: 'Used', banned: 'Banned' };

async function open() {
  const opened = await openWithResellers();
  const { ask, addKey, addReseller, redeem, setNow, service, send, init } = opened;
  await ask('addsub', { name: 'Max', level: '2' });
  const keys: string[] = [];
  for (const at of [0, 1, 1, 2, 3]) {
    setNow(start + at * day);
    for (const level of ['1', '2']) {
      const made = await ask('add', { expiry: '1', level, owner: at === 1 ? 'Anna' : 'Otto' });
      keys.push(String(made.body['key']));
    }
  }
  const rita = await addReseller('Rita');
  const [own = '', spare = ''] = await rita.make(3);
  // The name of this user is a license key, and somebody used it as the creator of another key.
  await send({ type: 'license', sessionid: await init(), key: spare, hwid });
  await ask('add', { expiry: '1', owner: spare });
  for (const key of [own, ...keys.slice(0, 4)]) await redeem(key);
  for (const key of keys.slice(3, 6)) await ask('ban', { key });
  const name = async (at: number) =>
    ((await ask('fetchallusernames')).body['usernames'] as Row[])[at]?.['username'] ?? ''; // as its schema says
  for (const subscription of ['expired', 'paused', 'none'] as const)
    await service.addUser({ subscription });
  await service.addUser({ banned: 'Fraud', subscription: 'paused' });
  await ask('pauseuser', { username: await name(1) });
  await ask('extend', { user: await name(2), sub: 'Max', expiry: '9' });
  setNow(start + 4 * day);
  const sellerkeys = { all: null, read: await addKey('read'), support: await addKey('support') };
  const reader = (sellerkey: string | null) => (type: string, parameters: Parameters) =>
    ask(type, { ...parameters, ...(sellerkey !== null && { sellerkey }) });
  return { ...opened, rita, spare, sellerkeys, reader };
}

/** Reads a list in pages of three rows. */
async function pagesOf(
  ask: ReturnType<Awaited<ReturnType<typeof open>>['reader']>,
  [type, field]: readonly [string, string],
  parameters: Parameters,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = { limit: '3', offset: String(rows.length) };
    const { body } = await ask(type, { ...parameters, ...page });
    rows.push(...(body[field] as Row[])); // as its schema says
    if (body['more'] !== true) return rows;
  }
}

const licenseFilters: readonly Filter[] = [
  ...licenseStates.map((one): Filter => [
    'status',
    one,
    ({ status }) => status === statusTexts[one],
  ]),
  ...['1', '2', '3'].map((one): Filter => ['level', one, ({ level }) => level === one]),
  ...['Anna', 'Rita', 'anna'].map((one): Filter => ['genby', one, ({ genby }) => genby === one]),
  ['since', String(start + day), ({ gendate }) => Number(gendate) >= start + day],
  ['until', String(start + day), ({ gendate }) => Number(gendate) <= start + day],
];

test('filters of licenses find the rows of the list that show the value', async () => {
  const { sellerkeys, reader, rita } = await open();
  const list = ['fetchallkeys', 'keys'] as const;
  const readers = [...Object.values(sellerkeys).map(reader), rita.act];
  for (const ask of readers) {
    const all = await pagesOf(ask, list, {});
    expect(all.length).toBeGreaterThan(2);
    for (const [name, value, matches] of licenseFilters) {
      const found = await pagesOf(ask, list, { [name]: value });
      expect(found, `${name}=${value}`).toEqual(all.filter(matches));
    }
    const two = { status: 'unused', level: '2', since: String(start + day) };
    expect(await pagesOf(ask, list, two)).toEqual(
      all.filter(
        ({ status, level, gendate }) =>
          status === 'Not Used' && level === '2' && Number(gendate) >= start + day,
      ),
    );
  }
});

test('filters of users find the rows of the list that have the state', async () => {
  const { sellerkeys, reader, ask: askAll } = await open();
  const list = ['fetchallusers', 'users'] as const;
  for (const sellerkey of Object.values(sellerkeys)) {
    const ask = reader(sellerkey);
    const all = await pagesOf(ask, list, {});
    for (const state of userStates) {
      const found = await pagesOf(ask, list, { state });
      expect(found, state).toEqual(all.filter((row) => row['state'] === state));
      expect(found.length, state).toBeGreaterThan(0);
    }
    const byEnd = await pagesOf(ask, list, { sort: 'end' });
    expect(byEnd).toEqual(all.filter(hasEnd).toSorted(byEndAndId));
    for (const state of ['expired', 'lapsed', 'paused', 'banned', 'active'] as const) {
      const inState = await pagesOf(ask, list, { state });
      const ended = await pagesOf(ask, list, { state, sort: 'end' });
      const isWhole = state === 'expired' || state === 'lapsed' || state === 'active';
      const expected = isWhole ? inState : inState.filter(hasEnd);
      expect(ended.toSorted(byId), state).toEqual(expected.toSorted(byId));
    }
    const newest = await pagesOf(ask, list, { sort: 'newest' });
    const ids = newest.map(({ id }) => id ?? '');
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(newest.toSorted(byId)).toEqual(all.toSorted(byId));
    expect(await pagesOf(ask, list, { state: 'expired', sort: 'newest' })).toEqual(
      newest.filter(({ state }) => state === 'expired'),
    );
  }
  const names = async (parameters: Parameters) =>
    (await pagesOf(askAll, list, { subscription: 'max', ...parameters })).map(
      ({ username }) => username,
    );
  const active = await names({ state: 'active' });
  const everyone = await names({});
  expect(active).toHaveLength(1);
  expect(everyone.length).toBeGreaterThan(active.length);
  expect(everyone).toEqual(expect.arrayContaining(active));
  const never = await names({ state: 'never' });
  expect(never.some((one) => everyone.includes(one))).toBe(false);
  expect(await askAll('fetchallusers', { subscription: 'Mini' })).toMatchObject({
    status: 400,
    message: 'Subscription not found!',
  });
});

test('users whose time ends soon or ended lately are found', async () => {
  const { service, ask, setNow } = await openWithResellers();
  const days: Readonly<Record<string, number>> = { ten: 10, three: 3, sixty: 60, banned: 3 };
  for (const [username, time] of Object.entries(days))
    await service.addUser({ username, subscription: { days: time } });
  await service.addUser({ username: 'paused', subscription: 'paused' });
  await ask('banuser', { user: 'banned', reason: '' });
  const names = async (state: string) =>
    ((await ask('fetchallusers', { state })).body['users'] as Row[]).map((row) => row['username']); // as its schema says
  const found = async (atDay: number) => {
    setNow(start + atDay * day);
    return { ending: await names('ending'), lapsed: await names('lapsed') };
  };
  expect(await found(0)).toEqual({ ending: ['three'], lapsed: [] });
  expect(await found(4)).toEqual({ ending: ['ten'], lapsed: ['three'] });
  expect(await found(32)).toEqual({ ending: [], lapsed: ['ten', 'three'] });
  expect(await found(34)).toEqual({ ending: [], lapsed: ['ten'] });
  expect(await found(55)).toEqual({ ending: ['sixty'], lapsed: [] });
});

test('filters of the audit log and of the log find the rows that show the value', async () => {
  const { reader, sellerkeys, ask, rita, send, signIn, service } = await open();
  const user = await service.addUser({ username: 'Lena' });
  for (const username of ['Lena', 'Bystander']) {
    const { password } = username === 'Lena' ? user : await service.addUser({ username });
    const sessionid = await signIn({ username, password });
    await send({ type: 'log', sessionid, message: `from ${username}`, pcuser: 'PC' });
  }
  await rita.act('fetchallkeys');
  await reader(sellerkeys.read)('fetchallusers', {});
  await reader(sellerkeys.read)('delunused', {});
  const list = ['fetchauditlog', 'auditlog'] as const;
  // The application's own key leaves no row, so the list stays the same.
  const all = await pagesOf(reader(null), list, {});
  const filters: readonly Filter[] = [
    ['by', 'account Rita', ({ sellerkey }) => sellerkey === 'account Rita'],
    ['by', 'account', () => false],
    ['operation', 'ban', ({ type }) => type === 'ban'],
    ['text', 'OWNER=anna', ({ detail }) => detail?.includes('owner=Anna') === true],
    ['since', String(start + 2 * day), ({ date }) => Number(date) >= start + 2 * day],
    ['until', String(start + 2 * day), ({ date }) => Number(date) <= start + 2 * day],
    [
      'changes',
      '1',
      ({ type = '', detail = '' }) => !/^fetch/.test(type) && !/^refused/.test(detail),
    ],
  ];
  for (const [name, value, matches] of filters)
    expect(await pagesOf(reader(null), list, { [name]: value }), `${name}=${value}`).toEqual(
      all.filter(matches),
    );
  const logs = ['fetchalllogs', 'logs'] as const;
  const lines = async (parameters: Parameters) =>
    (await pagesOf(ask, logs, parameters)).map(({ logdata }) => logdata);
  expect(await lines({ user: 'lena' })).toEqual(['from Lena']);
  expect(await lines({ since: String(start + 4 * day) })).toHaveLength(2);
  expect(await lines({ until: String(start + 4 * day - 1) })).toEqual([]);
});

test('a filter finds no value that the list masks', async () => {
  const { sellerkeys, reader, spare } = await open();
  const masked = `****${spare.slice(-4)}`;
  const byName = { genby: spare };
  const found = async (sellerkey: string | null, type: string, parameters: Parameters) =>
    (await reader(sellerkey)(type, parameters)).body;
  expect((await found(null, 'fetchallkeys', byName))['keys']).toHaveLength(1);
  for (const sellerkey of [sellerkeys.read, sellerkeys.support]) {
    const { keys } = await found(sellerkey, 'fetchallkeys', {});
    const creators = (keys as Row[]).map(({ genby }) => genby); // as its schema says
    expect(creators).toContain(masked);
    for (const genby of [spare, spare.toLowerCase(), spare.slice(-4), masked])
      expect((await found(sellerkey, 'fetchallkeys', { genby }))['keys']).toEqual([]);
    expect((await found(sellerkey, 'fetchauditlog', { by: spare }))['auditlog']).toEqual([]);
    for (const text of [spare, spare.slice(0, 6), 'owner='])
      expect(await found(sellerkey, 'fetchauditlog', { text })).toMatchObject({
        success: false,
        message: 'The scope of this seller key cannot search the audit log',
      });
    // Sorting by name would show where the masked name stands.
    const ids = async (parameters: Parameters) =>
      ((await found(sellerkey, 'fetchallusers', parameters))['users'] as Row[]).map(({ id }) => id); // as its schema says
    expect(await ids({ sort: 'name' })).toEqual(await ids({}));
    expect(await ids({ sort: 'name' })).toEqual((await ids({ sort: 'newest' })).toReversed());
  }
});

function byId({ id: one = '' }: Row, { id: other = '' }: Row): number {
  return one < other ? -1 : 1;
}

function hasEnd({ expires }: Row): boolean {
  return expires !== '';
}

function byEndAndId(one: Row, other: Row): number {
  return Number(one['expires']) - Number(other['expires']) || byId(one, other);
}
