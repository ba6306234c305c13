// Settings of an application: what is read, what may be changed, what each change does, and that nothing half is taken.
import { expect, test } from 'vitest';
import { olderSettings } from '../../src/shared/wire/seller/older-settings.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { sellerOf, sellerText } from '../support/seller-client.ts';
import { openWire } from '../support/service-client.ts';
import type { TestServiceOptions } from '../support/service.ts';

async function open(options: TestServiceOptions = {}) {
  const wire = await openWire(options);
  const ask = sellerOf(wire.service);
  /** Under their names of today; the others are shown to say the same in public-tools.test.ts. */
  const settings = async () => {
    const { functions: _functions, messages: _messages, ...all } = (await ask('getsettings')).body;
    return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in olderSettings)));
  };
  const update = (changes: Record<string, string>) => ask('updatesettings', changes);
  return { ...wire, ask, settings, update };
}

const failed = (message: string) => ({ status: 400, success: false, message });
const worked = (message: string) => ({ status: 200, success: true, message });
const updated = worked('Settings Update Successful');

test('all settings are told, texts as users see them', async () => {
  const { settings } = await open();
  expect(await settings()).toMatchObject({
    success: true,
    message: 'Settings Retrieve Successful',
    enabled: true,
    'hwid-lock': true,
    version: '1.0',
    download: '',
    webhook: '',
    disabledmsg: 'This application is disabled',
    expiredmsg: 'No active subscription(s) found',
    sellixdayproduct: '',
    cooldown: '604800',
    sessionexpiry: '21600',
    forcehwid: true,
    minhwid: '20',
    hashcheck: false,
    tokensystem: false,
    minusernamelength: '1',
    logdays: '365',
    auditdays: '730',
    selleraddress: '',
    paused: false,
  });
});

const changes = {
  'hwid-lock': '0',
  version: '2.0-beta',
  download: 'https://example.com/setup.exe?v=2',
  webdownload: 'https://example.com/web',
  webhook: 'https://example.com/hook?secret=1',
  resellerstore: 'https://example.com/store',
  disabledmsg: 'Geschlossen für heute',
  expiredmsg: 'Abgelaufen',
  sellixdayproduct: 'd1',
  sellixsecret: 'of-the-shop',
  sellixweekproduct: 'w1',
  sellixmonthproduct: 'm1',
  sellixlifetimeproduct: 'l1',
  cooldown: '0',
  sessionexpiry: '60',
  forcehwid: 'false',
  minhwid: '10',
  hashcheck: '1',
  tokensystem: 'true',
  minusernamelength: '3',
  logdays: '90',
  auditdays: '0',
  selleraddress: '127.0.0.1',
};
/** What is shown of them is no address, and no secret. */
const shown: Readonly<Record<string, string>> = {
  webhook: 'https://example.com/****',
  sellixsecret: '****',
};
const flags: Readonly<Record<string, boolean>> = {
  'hwid-lock': false,
  forcehwid: false,
  hashcheck: true,
  tokensystem: true,
};

test('all of them are changed at once, and what is not named stays', async () => {
  const { settings, update } = await open();
  const before = await settings();
  expect(await update(changes)).toMatchObject(updated);
  const expected = { ...before, ...changes, ...flags, ...shown };
  expect(await settings()).toEqual(expected);
  expect(await update({ version: '3' })).toMatchObject(updated);
  expect(await settings()).toEqual({ ...expected, version: '3' });
});

test.each(Object.entries(changes))('%s is changed alone', async (name, value) => {
  const { settings, update } = await open();
  const before = await settings();
  expect(await update({ [name]: value })).toMatchObject(updated);
  expect(await settings()).toEqual({ ...before, [name]: flags[name] ?? shown[name] ?? value });
});

test.each([
  ['enabled', ['2', 'on', 'maybe']],
  ['hwid-lock', ['on']],
  ['version', ['x'.repeat(1301)]],
  ['download', ['http://example.com/', 'https://u:p@example.com/', 'javascript:alert(1)', 'x']],
  ['download', ['https://exa mple.com/', `https://example.com/${'x'.repeat(2000)}`]],
  ['webdownload', ['ftp://example.com/']],
  ['resellerstore', ['//example.com']],
  ['disabledmsg', ['x'.repeat(101)]],
  ['expiredmsg', ['x'.repeat(101)]],
  ['cooldown', ['-1', '1e3', '315360001']],
  ['sessionexpiry', ['59', '2592001']],
  ['minhwid', ['0', '513']],
  ['minusernamelength', ['0', '71']],
  ['logdays', ['-1', '36501']],
  ['auditdays', ['1.5', '36501']],
] as const)('%s cannot be %j', async (name, values) => {
  const { settings, update } = await open();
  const before = await settings();
  for (const value of values) {
    const what = value === '' ? 'missing' : 'not valid';
    expect(await update({ version: '9', [name]: value })).toMatchObject(
      failed(`The parameter "${name}" is ${what}.`),
    );
  }
  expect(await settings()).toEqual(before);
});

test.each([
  ['http://example.com/', 'URL is invalid: it must begin with https://.'],
  ['https://127.0.0.1/', 'URL is invalid: it must lead to a public address.'],
  ['https://example.com:22/', 'URL is invalid: only the ports 443 and 8443 are possible.'],
  ['nonsense', 'URL is invalid'],
])('the webhook cannot be %s', async (webhook, message) => {
  const { settings, update } = await open();
  const before = await settings();
  expect(await update({ version: '9', webhook })).toMatchObject(failed(message));
  expect(await settings()).toEqual(before);
});

test('what is unknown is refused by its name, and nothing is changed', async () => {
  const { settings, update } = await open();
  const before = await settings();
  for (const nonsense of ['', 'x'])
    expect(await update({ version: '9', ownerid: nonsense })).toMatchObject(
      failed('The parameter "ownerid" is not known.'),
    );
  expect(await update({})).toMatchObject(failed('Nothing to update'));
  expect(await update({ format: 'json' })).toMatchObject(failed('Nothing to update'));
  expect(await settings()).toEqual(before);
});

test('the address can only be the one that is calling, or none', async () => {
  const { settings, update, ask, service } = await open();
  const notYours = failed('The seller address must be the one you are calling from.');
  for (const selleraddress of ['192.0.2.1', 'nonsense', '::1'])
    expect(await update({ selleraddress })).toMatchObject(notYours);
  expect(await update({ selleraddress: '::ffff:127.0.0.1' })).toMatchObject(updated);
  expect(await settings()).toMatchObject({ selleraddress: '127.0.0.1' });
  expect(await update({ version: '2' })).toMatchObject(updated);
  expect(await settings()).toMatchObject({ selleraddress: '127.0.0.1' });
  expect(await update({ selleraddress: '' })).toMatchObject(updated);
  expect(await settings()).toMatchObject({ selleraddress: '' });
  await service.database.updateTable('applications').set({ sellerAddress: '192.0.2.1' }).execute();
  expect(await ask('getsettings')).toMatchObject(
    failed('This seller key may not be used from your address'),
  );
});

test('an application that is disabled stops at once, and its sessions are gone', async () => {
  const { update, send, service, signIn, init } = await open();
  await service.removeNeighbour();
  const user = await service.addUser();
  const [signedIn, anonymous] = [await signIn(user), await init()];
  expect(await update({ enabled: '0', disabledmsg: 'Closed' })).toMatchObject(updated);
  for (const sessionid of [signedIn, anonymous])
    expect((await send({ type: 'check', sessionid })).body).toMatchObject({
      reason: 'app-disabled',
      message: 'Closed',
    });
  expect((await send({ type: 'init', ver: '1.0' })).body).toMatchObject({ reason: 'app-disabled' });
  expect(await update({ enabled: '0' })).toMatchObject(updated);
  expect(await update({ enabled: '1', disabledmsg: '' })).toMatchObject(updated);
  expect((await send({ type: 'check', sessionid: signedIn })).body).toMatchObject({
    reason: 'session-gone',
  });
  await signIn(user);
});

test('very many sessions end in parts, and what an interrupted one left ends before it runs again', async () => {
  const deleted: string[] = [];
  const { update, service } = await open({
    wrapDatabase: (db) =>
      db.withPlugin({
        transformQuery({ node }) {
          const text = JSON.stringify(node);
          if (node.kind === 'DeleteQueryNode' && text.includes('"sessions"')) deleted.push(text);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
  });
  await service.removeNeighbour();
  const { database: db } = service;
  const sessions = async (createdAt: number) => {
    const applicationId = ownApplicationId;
    const end = { expiresAt: Math.floor(Date.now() / 1000) + 80_000, userId: null };
    const rows = Array.from({ length: 1200 }, (_, index) => ({
      idHash: `${createdAt}-${index}-${'x'.repeat(20)}${index}`,
      ...{ applicationId, createdAt, version: null, ...end },
    }));
    for (let at = 0; at < rows.length; at += 200)
      await db
        .insertInto('sessions')
        .values(rows.slice(at, at + 200))
        .execute();
  };
  const left = async () => (await db.selectFrom('sessions').select('idHash').execute()).length;
  await sessions(1);
  expect(await left()).toBe(1200);
  expect(await update({ enabled: '0' })).toMatchObject(updated);
  expect(await left()).toBe(0);
  expect(deleted).toHaveLength(3);
  await sessions(2);
  expect(await update({ version: '2' })).toMatchObject(updated);
  expect(await left()).toBe(1200);
  expect(await update({ enabled: '1' })).toMatchObject(updated);
  expect(await left()).toBe(0);
  // While it runs, nobody's session ends by it.
  await sessions(3);
  expect(await update({ enabled: '1', version: '3' })).toMatchObject(updated);
  expect(await left()).toBe(1200);
});

test('a text of the seller takes the place of the default, and an empty one brings it back', async () => {
  const { update, send, init } = await open();
  const text = async () => {
    const asked = { type: 'login', username: 'nobody', pass: 'x', hwid: 'd'.repeat(64) };
    return (await send({ ...asked, sessionid: await init() })).body['message'];
  };
  expect(await text()).toBe('Invalid username or password.');
  await update({ passinvalidmsg: 'Falsch geraten – leider' });
  expect(await text()).toBe('Falsch geraten – leider');
  await update({ passinvalidmsg: '' });
  expect(await text()).toBe('Invalid username or password.');
});

test('users without a subscription are told whether they ever had one', async () => {
  const { update, send, init, service } = await open();
  const users = [
    await service.addUser({ subscription: 'none' }),
    await service.addUser({ subscription: 'expired' }),
    await service.addUser({ subscription: 'paused' }),
  ];
  const texts = () =>
    Promise.all(
      users.map(async ({ username, password }) => {
        const asked = { type: 'login', username, pass: password, hwid: 'd'.repeat(64) };
        return (await send({ ...asked, sessionid: await init() })).body['message'];
      }),
    );
  const paused = "Your subscription is paused and can't be used right now";
  await update({ noactivesubmsg: 'Never had one' });
  expect(await texts()).toEqual(['Never had one', 'Never had one', paused]);
  await update({ expiredmsg: 'Ran out' });
  expect(await texts()).toEqual(['Never had one', 'Ran out', paused]);
  await update({ noactivesubmsg: '' });
  expect(await texts()).toEqual(['No active subscription(s) found', 'Ran out', paused]);
});

test('two changes at once both count', async () => {
  const { update, settings } = await open({ interleave: true });
  const texts = {
    disabledmsg: 'a',
    pausedmsg: 'b',
    bannedmsg: 'c',
    resellerstore: 'https://d.example/',
  };
  await Promise.all(Object.entries(texts).map(([name, value]) => update({ [name]: value })));
  expect(await settings()).toMatchObject(texts);
});

test('the webhook is shown masked, and given back so it changes nothing', async () => {
  const { update, settings, service } = await open();
  const kept = async () => {
    const rows = service.database.selectFrom('applications').select('logWebhook');
    return (await rows.executeTakeFirstOrThrow()).logWebhook;
  };
  await update({ webhook: 'https://example.com/secret-path' });
  const before = await kept();
  expect(before).not.toContain('secret-path');
  const all = await settings();
  expect(all).toMatchObject({ webhook: 'https://example.com/****' });
  expect(JSON.stringify(all)).not.toContain('secret-path');
  expect(await sellerText(service, { type: 'getsettings' })).not.toContain('secret-path');
  const masked = String(all['webhook']);
  expect(await update({ webhook: masked })).toMatchObject(updated);
  expect(await update({ webhook: masked, version: '3' })).toMatchObject(updated);
  expect(await kept()).toBe(before);
  expect(await settings()).toMatchObject({ version: '3' });
  expect(await update({ webhook: 'https://other.example/****', version: '4' })).toMatchObject({
    success: false,
    message: 'The webhook is masked: give its whole address.',
  });
  expect(await settings()).toMatchObject({ version: '3', webhook: masked });
  await update({ webhook: '' });
  expect(await kept()).toBe('');
  expect(await update({ webhook: masked })).toMatchObject({ success: false });
});

test('the webhook is in no audit row, what else was changed is', async () => {
  const { update, service } = await open();
  await update({ webhook: 'https://example.com/secret-path', version: '2' });
  const rows = await service.database.selectFrom('auditLogs').selectAll().execute();
  expect(rows).toMatchObject([{ type: 'updatesettings', detail: 'version=2' }]);
});

test('settings as text are one value per line', async () => {
  const { service } = await open();
  const text = await sellerText(service, { type: 'getsettings' });
  expect(text.split('\n').slice(0, 3)).toEqual(['true', 'true', '1.0']);
  expect(await sellerText(service, { type: 'updatesettings', version: '2' })).toBe(
    'Settings Update Successful',
  );
});

test('the details of an application, without a secret', async () => {
  const { ask, service } = await open();
  const { name, ownerid, version } = service.app;
  expect((await ask('appdetails')).body['appdetails']).toEqual({
    name,
    ownerid,
    secret: '',
    version,
  });
  expect(await ask('setseller')).toMatchObject(worked('Seller Key Successfully Found'));
});

test('programs are added by their hash, each once, and forgotten', async () => {
  const { ask, service } = await open();
  const hashes = async () =>
    (await service.database.selectFrom('programHashes').select('hash').execute()).map(
      ({ hash }) => hash,
    );
  const md5 = 'A'.repeat(32);
  for (const hash of [md5, md5.toLowerCase(), 'b'.repeat(64)])
    expect(await ask('addhash', { hash })).toMatchObject(worked('Added hash successfully'));
  expect((await hashes()).sort()).toEqual([md5.toLowerCase(), 'b'.repeat(64)]);
  for (const hash of ['g'.repeat(32), 'a'.repeat(31), 'a'.repeat(65)])
    expect(await ask('addhash', { hash })).toMatchObject(
      failed('The parameter "hash" is not valid.'),
    );
  for (const type of ['resethash', 'reset']) {
    await ask('addhash', { hash: md5 });
    expect(await ask(type)).toMatchObject(worked('Reset hash successfully!'));
    expect(await hashes()).toEqual([]);
  }
});
