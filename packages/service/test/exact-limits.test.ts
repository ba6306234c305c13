// The exact limits of the service; see also attempt-limits.slow.test.ts, test/core/limits.test.ts.
import { hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import { isBcrypt, importedHashKind } from '../src/secrets/bcrypt.ts';
import { createPasswords } from '../src/secrets/passwords.ts';
import { createOutbound } from '../src/outbound/outbound.ts';
import { clientSpec, type ClientType } from '@latchkey/protocol/client-spec.ts';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { openWire } from './support/service-client.ts';
import { sellerOf } from './support/seller-client.ts';
import { cheapCost } from './support/cheap-cost.ts';

type Given = Readonly<Record<string, string>>;

interface Schema {
  readonly safeParse: (value: unknown) => {
    readonly success: boolean;
    readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] };
  };
}

/** Whether the schema accepts this parameter, regardless of the others. */
function takes(schema: Schema, parameter: string, value: string): boolean {
  const { error } = schema.safeParse({ [parameter]: value } satisfies Given);
  return error?.issues.every(({ path }) => path[0] !== parameter) ?? true;
}

const longest: readonly (readonly [ClientType | keyof typeof sellerApi, string, number])[] = [
  ['init', 'ver', 50],
  ['init', 'hash', 64],
  ['init', 'token', 100],
  ['log', 'message', 275],
  ['log', 'pcuser', 100],
  ['webhook', 'params', 2000],
  ['webhook', 'body', 32_768],
  ['webhook', 'conttype', 100],
  ['adduser', 'passwordhash', 300],
  ['adduser', 'expiry', 40],
  ['add', 'note', 69],
  ['banuser', 'reason', 99],
  ['ban', 'reason', 99],
  ['addvar', 'data', 1000],
  ['setvar', 'data', 500],
  ['setfeature', 'value', 64],
  ['setfeature', 'words', 60],
  ['addwebhook', 'baseurl', 8000],
  ['addwebhook', 'events', 200],
  ['addwebhook', 'ua', 100],
];

test.each(longest)('%s accepts %s up to its limit of characters: %i', (type, parameter, most) => {
  const specs = [clientSpec, sellerApi] as readonly Readonly<Record<string, { request: Schema }>>[]; // one schema for each type
  const known = specs.flatMap((spec) => spec[type]?.request ?? []);
  expect(known.length).toBeGreaterThan(0);
  const fits = (length: number) =>
    known.every((schema) => takes(schema, parameter, '1'.repeat(length)));
  expect([fits(most - 1), fits(most), fits(most + 1)]).toEqual([true, true, false]);
});

const numbers: readonly (readonly [keyof typeof sellerApi, string, number, number])[] = [
  ['fetchalllogs', 'limit', 1, 10_000],
  ['fetchalllogs', 'offset', 0, 1_000_000_000],
  ['updatesettings', 'sessionexpiry', 60, 2_592_000],
  ['updatesettings', 'cooldown', 0, 315_360_000],
  ['updatesettings', 'resets', 0, 31],
  ['updatesettings', 'offlinehours', 0, 168],
  ['updatesettings', 'sessionlimit', 0, 100],
  ['addsub', 'computers', 1, 100],
  ['editsub', 'computers', 1, 100],
  ['updatesettings', 'minhwid', 1, 512],
  ['updatesettings', 'minusernamelength', 1, 70],
  ['updatesettings', 'logdays', 0, 36_500],
  ['updatesettings', 'auditdays', 0, 36_500],
  ['updatesettings', 'historydays', 0, 36_500],
  ['addchannel', 'delay', 0, 2_592_000],
  ['muteuser', 'time', 1, 315_360_000],
];

test.each(numbers)('%s accepts %s from %i to %i', (type, parameter, least, most) => {
  const { request } = sellerApi[type];
  const fits = (value: number) => takes(request, parameter, String(value));
  expect([least - 1, least, least + 1].map(fits)).toEqual([false, true, true]);
  expect([most - 1, most, most + 1].map(fits)).toEqual([true, true, false]);
});

const argon2 = (memory: number, passes: number, lanes = 1) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${'a'.repeat(22)}$${'a'.repeat(43)}`;
const bcrypt = (cost: number) => `$2b$${String(cost).padStart(2, '0')}$${'a'.repeat(53)}`;
const outbound = createOutbound();

const counted: readonly (readonly [string, number, (value: number) => boolean])[] = [
  ['cost of an imported bcrypt hash', 12, (cost) => importedHashKind(bcrypt(cost)) !== null],
  ['cost of a stored bcrypt hash', 14, (cost) => isBcrypt(bcrypt(cost))],
  ['KiB of an argon2id hash', 65_536, (kib) => importedHashKind(argon2(kib, 1)) !== null],
  ['passes of an argon2id hash', 10, (passes) => importedHashKind(argon2(8192, passes)) !== null],
  [
    'KiB of an argon2id hash with 10 passes',
    26_214,
    (kib) => importedHashKind(argon2(kib, 10)) !== null,
  ],
  [
    'lanes of an argon2id hash with 64 KiB',
    8,
    (lanes) => importedHashKind(argon2(64, 1, lanes)) !== null,
  ],
  [
    'characters of an outgoing URL',
    2000,
    (length) => outbound.refuseUrl('https://hook.example/'.padEnd(length, 'x')) === null,
  ],
];

test.each(counted)('%s: accepts at most %i', (_what, most, fits) => {
  expect([fits(most - 1), fits(most), fits(most + 1)]).toEqual([true, true, false]);
});

test('a bcrypt hash has a cost of at least 4', () => {
  expect([3, 4, 5].map((cost) => importedHashKind(bcrypt(cost)))).toEqual([
    null,
    'bcrypt',
    'bcrypt',
  ]);
});

test('compares passwords of up to 71 bytes with bcrypt', async () => {
  const { verify } = await createPasswords(cheapCost);
  const fits = (bytes: number) => verify(hashSync('a'.repeat(bytes), 4), 'a'.repeat(bytes), true);
  expect([await fits(70), await fits(71), await fits(72)]).toEqual([true, true, false]);
});

test('a chat message has at most 2000 characters, and a channel keeps 50 messages', async () => {
  const { service, send, signIn } = await openWire();
  await sellerOf(service)('addchannel', { name: 'main', delay: '0' });
  const sessionid = await signIn(await service.addUser());
  const say = async (message: string) => {
    const { body } = await send({ type: 'chatsend', sessionid, channel: 'main', message });
    return body['success'] === true ? 'said' : body['reason'];
  };
  const lengths = [1999, 2000, 2001];
  const said: unknown[] = [];
  for (const length of lengths) said.push(await say('x'.repeat(length)));
  expect(said).toEqual(['said', 'said', 'message-too-long']);
  const kept = async () => {
    const { body } = await send({ type: 'chatget', sessionid, channel: 'main' });
    return (body['messages'] as unknown[]).length;
  };
  for (let count = 3; count <= 49; count += 1) await say(String(count));
  expect(await kept()).toBe(49);
  await say('50');
  expect(await kept()).toBe(50);
  await say('51');
  expect(await kept()).toBe(50);
});

test('a request has at most 50 parameters and a body of 65 536 bytes', async () => {
  const { service, send } = await openWire();
  const { name, ownerid } = service.app;
  const withMore = async (count: number) => {
    const more = Array.from({ length: count }, (_, index) => [`p${index}`, 'x'] as const);
    return (await send({ type: 'init', ...Object.fromEntries(more) })).body['success'];
  };
  // Besides type, name, ownerid and challenge.
  expect([await withMore(45), await withMore(46), await withMore(47)]).toEqual([true, true, false]);
  const ofBytes = async (bytes: number) => {
    const body = new URLSearchParams({ type: 'init', name, ownerid, pad: '' }).toString();
    const answer = await fetch(`${service.url}/api/1.3/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.padEnd(bytes, 'x'),
    });
    await answer.text();
    return answer.status;
  };
  expect([await ofBytes(65_535), await ofBytes(65_536), await ofBytes(65_537)]).toEqual([
    200, 200, 413,
  ]);
});

test('an application has at most 100 webhooks', async () => {
  const { service } = await openWire();
  const ask = sellerOf(service);
  const add = async () => (await ask('addwebhook', { baseurl: 'https://hook.example/' })).status;
  expect(await add()).toBe(200);
  const { database } = service;
  const row = await database.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 97 }, (_, index) => ({ ...row, webid: `more-${index}` }));
  await database.insertInto('webhooks').values(more).execute();
  expect([await add(), await add(), await add()]).toEqual([200, 200, 400]);
});
