// Settings of an application: how they are shown and changed, all or nothing.
import { expect, test } from 'vitest';
import { sellerText } from './support/seller-client.ts';
import { open, failed, worked, updated } from './seller-settings-parts.ts';

test('returns all settings, with the texts that users see', async () => {
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
    resets: '0',
    sessionexpiry: '21600',
    forcehwid: true,
    minhwid: '20',
    hashcheck: false,
    tokensystem: false,
    minusernamelength: '1',
    logdays: '365',
    auditdays: '730',
    ...{ historydays: '90', timezone: 'UTC' },
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
  resets: '3',
  ...{ offlinehours: '72', passrelease: 'now' },
  changepassword: '0',
  ...{ recoverycodes: '1', webloader: '1', accountmails: '1' },
  sessions: '1',
  sessionlimit: '3',
  sessionexpiry: '60',
  forcehwid: 'false',
  minhwid: '10',
  hashcheck: '1',
  tokensystem: 'true',
  minusernamelength: '3',
  logdays: '90',
  auditdays: '0',
  ...{ historydays: '0', timezone: 'Europe/Berlin' },
  ...{ unknownorders: 'make', sharedemails: 'allow' },
  saleevents: 'order:paid',
  severalkeysstatus: '302',
  nestedsubscriptions: 'yes',
  selleraddress: '127.0.0.1',
};
/** Addresses and secrets are shown masked. */
const shown: Readonly<Record<string, string>> = {
  webhook: 'https://example.com/****',
  sellixsecret: '****',
};
const flags: Readonly<Record<string, boolean>> = {
  changepassword: false,
  ...{ recoverycodes: true, webloader: true },
  accountmails: true,
  sessions: true,
  'hwid-lock': false,
  forcehwid: false,
  hashcheck: true,
  tokensystem: true,
  nestedsubscriptions: true,
};

test('changes all given settings together, and leaves the others unchanged', async () => {
  const { settings, update } = await open();
  const before = await settings();
  expect(await update(changes)).toMatchObject(updated);
  const expected = { ...before, ...changes, ...flags, ...shown };
  expect(await settings()).toEqual(expected);
  expect(await update({ version: '3' })).toMatchObject(updated);
  expect(await settings()).toEqual({ ...expected, version: '3' });
});

test.each(Object.entries(changes))('%s can be changed alone', async (name, value) => {
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
  ['resets', ['-1', '32', '1.5']],
  ['sessionexpiry', ['59', '2592001']],
  ['minhwid', ['0', '513']],
  ['minusernamelength', ['0', '71']],
  ['logdays', ['-1', '36501']],
  ['auditdays', ['1.5', '36501']],
  ['historydays', ['-1', '36501']],
  ['timezone', ['Mars/Olympus', '+02:00']],
] as const)('%s rejects %j', async (name, values) => {
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
  ['https://127.0.0.1/', 'URL is invalid: it must point to a public IP.'],
  ['https://example.com:22/', 'URL is invalid: only the ports 443 and 8443 are allowed.'],
  ['nonsense', 'URL is invalid'],
])('the webhook rejects %s', async (webhook, message) => {
  const { settings, update } = await open();
  const before = await settings();
  expect(await update({ version: '9', webhook })).toMatchObject(failed(message));
  expect(await settings()).toEqual(before);
});

test('ignores and reports an unknown setting, and changes nothing without a setting', async () => {
  const { settings, update } = await open();
  const before = await settings();
  for (const nonsense of ['', 'x'])
    expect((await update({ ownerid: nonsense })).body).toEqual({
      success: true,
      message: 'Settings Update Successful',
      ignored: ['ownerid'],
    });
  expect(await update({})).toMatchObject(failed('Nothing to update'));
  expect(await update({ format: 'json' })).toMatchObject(failed('Nothing to update'));
  expect(await settings()).toEqual(before);
});

test("the seller address can only be set to the caller's own address, or cleared", async () => {
  const { settings, update, ask, service } = await open();
  const notYours = failed('selleraddress must be the IP that you are calling from.');
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
    failed('The setting selleraddress does not allow your IP'),
  );
});

test('shows the webhook masked, and a returned mask changes nothing', async () => {
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
    message: 'This webhook URL is masked. Send the whole URL.',
  });
  expect(await settings()).toMatchObject({ version: '3', webhook: masked });
  await update({ webhook: '' });
  expect(await kept()).toBe('');
  expect(await update({ webhook: masked })).toMatchObject({ success: false });
});

test('the audit row contains every change except the webhook', async () => {
  const { update, service } = await open();
  await update({ webhook: 'https://example.com/secret-path', version: '2' });
  const rows = await service.database.selectFrom('auditLogs').selectAll().execute();
  expect(rows).toMatchObject([{ type: 'updatesettings', detail: 'version=2' }]);
});

test('settings in text format have one value per line', async () => {
  const { service } = await open();
  const text = await sellerText(service, { type: 'getsettings' });
  expect(text.split('\n').slice(0, 3)).toEqual(['true', 'true', '1.0']);
  const updatedText = await sellerText(service, { type: 'updatesettings', version: '2' });
  expect(updatedText).toBe('Settings Update Successful');
});

test('returns the details of an application without a secret', async () => {
  const { ask, service } = await open();
  const { name, ownerid, version } = service.app;
  const appdetails = { name, ownerid, secret: '', version };
  expect((await ask('appdetails')).body).toMatchObject({ appdetails });
  expect(await ask('setseller')).toMatchObject(worked('Seller Key Successfully Found'));
});

test('adds each program hash once, and clears all hashes', async () => {
  const { ask, service } = await open();
  const hashes = async () => {
    const rows = await service.database.selectFrom('programHashes').select('hash').execute();
    return rows.map(({ hash }) => hash);
  };
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
