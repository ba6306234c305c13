// Links for a new password that a seller passes on (docs/protocol.md#password-reset).
import { expect, test } from 'vitest';
import { openForgot } from './forgot-parts.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

async function open() {
  const opened = await openForgot();
  const { service } = opened.wire;
  await service.addUser({ username: 'berta' });
  const ask = sellerOf(service);
  const create = async (user = 'anna') => (await ask('passwordlink', { user })).body;
  const tokenIn = (body: Readonly<Record<string, unknown>>) =>
    /^https:\/\/license\.northwind\.example\/keys\/reset\?token=([A-Za-z0-9_-]{43})$/.exec(
      String(body['link']),
    )?.[1] ?? '';
  const links = () =>
    service.database
      .selectFrom('passwordResets')
      .innerJoin('users', 'users.id', 'passwordResets.userId')
      .select('username')
      .execute();
  return { ...opened, service, ask, create, tokenIn, links };
}

test('a link sets a new password once, within an hour, and sends no mail', async () => {
  const { change, clock, create, links, login, service, smtp, tokenIn } = await open();
  await create('berta');
  const body = await create('ANNA');
  expect(body).toMatchObject({ expires: String(clock.ms / 1000 + 3600) });
  const token = tokenIn(body);
  expect((await change(token, 'a new password')).status).toBe(200);
  expect((await change(token, 'another one')).status).toBe(410);
  expect([await login('old'), await login('a new password')]).toEqual([false, true]);
  expect(await links()).toEqual([{ username: 'berta' }]);
  expect(smtp.mails).toEqual([]);
  const late = tokenIn(await create());
  clock.ms += 3_600_000;
  expect((await change(late, 'too late')).status).toBe(410);
  const audit = await service.database.selectFrom('auditLogs').selectAll().execute();
  for (const secret of [token, late])
    for (const text of [JSON.stringify(audit), service.logText()])
      expect(text).not.toContain(secret);
});

test('a user has at most three links', async () => {
  const { ask, clock, create, links } = await open();
  for (const _ of [1, 2, 3]) expect(await create()).toMatchObject({ success: true });
  expect(await ask('passwordlink', { user: 'anna' })).toMatchObject({
    status: 400,
    body: { code: 'too-many-links' },
  });
  expect(await create('berta')).toMatchObject({ success: true });
  expect(await links()).toHaveLength(4);
  clock.ms += 3_600_000;
  expect(await create()).toMatchObject({ success: true });
});

test('creates no link without mail settings, or for an unknown user', async () => {
  const { create } = await open();
  expect(await create('nobody')).toMatchObject({ code: 'user-unknown' });
  const { service } = await openWire();
  await service.addUser({ username: 'anna' });
  expect((await sellerOf(service)('passwordlink', { user: 'anna' })).body).toMatchObject({
    code: 'mail-settings-missing',
  });
});
