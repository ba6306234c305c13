// Fills an application with accounts that use a license key as name or password, created in every
// possible way, and with ordinary accounts beside them.
import { expect } from 'vitest';
import { unixMs } from '@latchkey/protocol/units.ts';
import { applicationId, openWithKeys, start } from './seller-keys.ts';

const device = (letter: string) => `${letter}0123456789abcdef`.padEnd(64, letter);

export async function fillKeyAccounts() {
  // A test sends more requests than one address may in a minute.
  const wire = await openWithKeys({ requestsPerMinute: 100_000 });
  const { service, ask, send, init } = wire;
  const must = async (type: string, request: Record<string, string>) => {
    const answer = await ask(type, request);
    expect(answer, type).toMatchObject({ success: true });
    return answer.body;
  };
  const created = await must('add', { expiry: '30', amount: '9', order: '10042', note: 'June' });
  const [
    first = '',
    second = '',
    renamed = '',
    chosen = '',
    deleted = '',
    banned = '',
    own = '',
    unused = '',
    activated = '',
  ] = created['keys'] as string[]; // as its schema says
  const signInBy = async (key: string, hwid: string) => {
    const sessionid = await init();
    expect((await send({ type: 'license', sessionid, key, hwid })).body).toMatchObject({
      success: true,
    });
    return sessionid;
  };
  const sessionid = await signInBy(first, device('a'));
  await must('assignkey', { user: first, key: second });
  await must('setvar', { user: first, var: 'mood', data: `of ${first}` });
  await must('muteuser', { user: first, time: '600' });
  for (const message of [
    `signed in: ${first}.`,
    `C:\\Users\\${first}\\${second}.log_x`,
    `{"key":"${first}"}`,
  ])
    await send({ type: 'log', sessionid, message, pcuser: first });
  const tokens = [await must('addtoken', { user: first }), await must('addtoken', { key: first })];
  await signInBy(renamed, device('b'));
  await must('editusername', { currentUsername: renamed, newUsername: 'Renamed' });
  const register = { type: 'register', username: 'Carl', pass: chosen.toLowerCase(), key: chosen };
  expect(
    (await send({ ...register, sessionid: await init(), hwid: device('c') })).body,
  ).toMatchObject({
    success: true,
  });
  await must('activate', { user: 'Dora', key: activated, pass: activated });
  await signInBy(deleted, device('d'));
  await must('del', { key: deleted });
  await signInBy(banned, device('e'));
  await must('banuser', { user: banned, reason: `shared ${banned}` });
  const digits = '739205184416';
  await must('add', { expiry: '30', mask: digits, force: '1' });
  await signInBy(digits, device('g'));
  // A user who was imported before their key.
  const imported = 'IMPORTED-8f3c1d-2b7e90';
  await must('adduser', { user: imported, sub: 'Pro', expiry: '9', pass: imported });
  await must('importkey', { key: imported, expires: '60', status: 'Used', usedby: imported });
  await must('black', { hwid: device('b') });
  await service.database
    .insertInto('auditLogs')
    .values({
      id: 'written-by-an-older-version',
      applicationId,
      type: 'extend',
      ip: '198.51.100.7',
      writtenAtMs: unixMs(start * 1000),
      detail: `user=${first} sub=Pro expiry=1`,
    })
    .execute();
  // An ordinary user whose name only looks like a key.
  const lookalike = 'TEST-0123456789ABCDEF0123';
  await service.addUser({ username: lookalike });
  await must('assignkey', { user: lookalike, key: own });
  await service.bindDevice(lookalike, device('f'));
  await must('muteuser', { user: lookalike, time: '600' });
  const ids = await service.database.selectFrom('users').select(['id', 'username']).execute();
  const secrets: readonly (readonly [string, string])[] = [
    ['the name of the first account', first],
    ['another key of the first account', second],
    ['the password of a renamed account', renamed],
    ['a password that is a key', chosen],
    ['the password of an activated account', activated],
    ['the name of an account without its key', deleted],
    ['the name of a banned account', banned],
    ['a name that was imported before its key', imported],
    ['a name of digits', digits],
    ['an unused key', unused],
    ['a token', String(tokens[0]?.['token'])],
    ['the token of a key', String(tokens[1]?.['token'])],
    ...['a', 'b', 'c', 'd', 'e', 'g'].map(
      (letter) => [`device ${letter}`, device(letter)] as const,
    ),
  ];
  const read = async (query: Readonly<Record<string, string>>) => {
    const answer = await fetch(
      `${service.url}/api/seller/?${new URLSearchParams(query).toString()}`,
    );
    expect(answer.status, 'an answer, not a limit').not.toBe(429);
    return answer.text();
  };
  return {
    ...wire,
    must,
    read,
    secrets,
    names: { first, renamed, chosen, deleted, banned, imported, lookalike, own, second, unused },
    idOf: (name: string) => `id:${ids.find(({ username }) => username === name)?.id ?? ''}`,
    /** Texts that a read-only seller key must still receive. */
    shown: [
      ['an ordinary name', lookalike],
      ['its device id', device('f')],
      ['its key', own],
      ['a renamed account', 'Renamed'],
      ['an account whose password is a key', 'Carl'],
    ] as const,
    known: {
      users: [...ids.map(({ username }) => username), ...ids.map(({ id }) => `id:${id}`)],
      keys: [first, second, renamed, chosen, deleted, imported, own, unused],
      texts: [
        '10042',
        'June',
        'Pro',
        first,
        first.slice(0, 6),
        own.slice(-5),
        'Renamed',
        device('a'),
      ],
      orders: ['10042'],
    },
  };
}
