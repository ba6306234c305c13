// Webhooks in the seller API, and values that are refused.
import { expect, test } from 'vitest';
import { open } from './webhooks-parts.ts';

test('lists and removes webhooks', async () => {
  const { wire, ask, add, host } = await open();
  expect((await ask('fetchallwebhooks')).body['webhooks']).toEqual([]);
  expect(await ask('delallwebhooks')).toMatchObject({ message: 'Failed to delete all webhooks!' });
  const first = await add('/secret?token=1');
  const second = await add('/', { authed: '0', ua: 'Mine', events: 'ban, login,ban' });
  const { body } = await ask('fetchallwebhooks');
  const expected = [
    {
      webid: first,
      short_baselink: `http://${host}/...`,
      useragent: 'KeyAuth',
      authed: 1,
      events: '',
      shape: 'json',
    },
    {
      webid: second,
      short_baselink: `http://${host}/`,
      useragent: 'Mine',
      authed: 0,
      events: 'ban,login',
      shape: 'json',
    },
  ].sort((a, b) => (a.webid < b.webid ? -1 : 1));
  expect(body['webhooks']).toEqual(expected);
  await ask('delwebhook', { webid: first });
  expect(await ask('delwebhook', { webid: first })).toMatchObject({ status: 400 });
  expect(await ask('delallwebhooks')).toMatchObject({
    message: 'Successfully deleted all webhooks!',
  });
  expect((await ask('fetchallwebhooks')).body['webhooks']).toEqual([]);
  const audit = await wire.service.database.selectFrom('auditLogs').selectAll().execute();
  expect(audit.map(({ type }) => type).sort()).toEqual(
    ['addwebhook', 'addwebhook', 'delwebhook', 'delallwebhooks'].sort(),
  );
  expect(JSON.stringify(audit)).not.toContain('token');
});

test('returns the secret of a webhook for events once', async () => {
  const { ask, host } = await open();
  const plain = await ask('addwebhook', { baseurl: `http://${host}/` });
  expect(plain.body).not.toHaveProperty('secret');
  const target = await ask('addwebhook', { baseurl: `http://${host}/`, events: 'log' });
  expect(target.body['secret']).toMatch(/^[0-9a-f]{64}$/);
  for (const type of ['fetchallwebhooks', 'fetchdeliveries'])
    expect(JSON.stringify((await ask(type)).body)).not.toContain(target.body['secret']);
});

test.each([
  [{ baseurl: 'hook' }, 'URL is invalid'],
  [{ baseurl: 'http://hook.example/' }, 'URL is invalid: it must begin with https://.'],
  [
    { baseurl: 'https://a:b@hook.example/' },
    'URL is invalid: it must not contain a user name or password.',
  ],
  [{ baseurl: 'https://localhost/' }, 'URL is invalid: it must point to a public IP.'],
  [
    { baseurl: 'https://hook.example:25/' },
    'URL is invalid: only the ports 443 and 8443 are allowed.',
  ],
  [{ baseurl: 'https://hook.example/#a' }, 'URL is invalid: it must not contain "#".'],
  [
    { authed: '2' },
    "Authed paramater must be 1 if you want to require login first, or 0 if you don't want to.",
  ],
  [
    { events: 'login,nonsense' },
    'Events are not valid. Allowed are login, login-failed, register, redeem, redeem-failed, ban, sale, refund, dispute, extend, expiry and log, separated by commas.',
  ],
  [{ ua: 'a\nb' }, 'The parameter "ua" is not valid.'],
])('rejects a webhook with %j', async (given, message) => {
  const { wire, ask } = await open();
  const refused = await ask('addwebhook', { baseurl: 'https://hook.example/', ...given });
  expect(refused).toMatchObject({ status: 400, message });
  expect(await wire.service.database.selectFrom('webhooks').selectAll().execute()).toEqual([]);
});

test('an application has at most 100 webhooks', async () => {
  const { wire, ask, add } = await open();
  await add('/');
  const { database } = wire.service;
  const row = await database.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 99 }, (_, index) => ({ ...row, webid: `w${index}` }));
  await database.insertInto('webhooks').values(more).execute();
  expect(await ask('addwebhook', { baseurl: 'https://hook.example/' })).toMatchObject({
    message: 'Failed to add webhook!',
  });
});
