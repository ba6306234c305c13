// A dump without the service's secret reveals no secret, token, webhook URL or mail address.
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../../cli/test/support/cli.ts';
import { environmentOf } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, wireTo } from './support/service-client.ts';
import type { TestService } from './support/service.ts';
import { shopSecret } from './at-rest-parts.ts';
import {
  totp,
  dumpOf,
  fill,
  fillRecoveryCodes,
  everythingWorks,
  open,
  signsIn,
} from './at-rest-filled.ts';

test('a dump reveals no two-factor secret, token, webhook address or mail address', async () => {
  const { data, target, start, database } = await open();
  const service = await start();
  await service.addVariable('to-be-seen', 'what is no secret is in it', false);
  const filled = await fill(service, target);
  const dump = await dumpOf(database(), data);
  expect(dump).toContain('what is no secret is in it');
  expect(filled.hidden.filter((secret) => dump.includes(secret))).toEqual([]);
  await everythingWorks(service, filled);
  await everythingWorks(await start(), filled);
  expect(target.received.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/called-by-clients?key=of-the-webhook',
      '/told-of-events?key=of-the-events',
      '/told-of-logs?key=of-the-logs',
    ]),
  );
});

test('secret reset reseals values if the old secret is given, and otherwise reports lost values', async () => {
  const { data, target, start, database } = await open({ alone: true });
  const service = await start();
  const filled = await fill(service, target);
  const codes = (await fillRecoveryCodes(service, filled)).slice(11);
  expect(await beginTrial(service, 'first')).toBe('ok');
  await service.close();
  const env = { ...(await environmentOf(data)) };
  const file = join(data, 'service-secret');
  const reset = async (...more: string[]) =>
    cli(['signing-key', 'reset', '--secret', '--yes', '--json', '--data', data, ...more], { env });
  renameSync(file, join(data, 'old'));
  const stolen = readFileSync(join(data, 'old'));
  expect((await reset('--old-secret', join(data, 'nowhere'))).stderr).toContain(
    'of --old-secret does not exist',
  );
  const none = {
    secondFactors: 0,
    webhooks: 0,
    shopSecrets: 0,
    tokens: 0,
    mailAddresses: 0,
    shops: 0,
  };
  expect((await reset('--old-secret', join(data, 'old'))).json()).toMatchObject({ lost: none });
  expect(readFileSync(file)).not.toEqual(stolen);
  const sealedAnew = await start();
  await everythingWorks(sealedAnew, filled);
  expect(await signsIn(sealedAnew, filled, codes[0] ?? '')).toBe(true);
  expect(await shopSecret(sealedAnew)).toBe('secret-of-the-shop');
  expect(await beginTrial(sealedAnew, 'second')).toBe('trial-used');
  rmSync(file);
  await (await start().catch(() => null))?.close();
  const lost = (await reset()).json()['lost'];
  expect(lost).toMatchObject({ secondFactors: expect.any(Number) as number });
  const again = await start();
  expect(await again.database.selectFrom('trials').selectAll().execute()).toEqual([]);
  const wire = wireTo(again);
  const login = { type: 'login', username: 'anna', pass: filled.anna.password, hwid };
  const asked = await wire.send({
    ...login,
    sessionid: await wire.init(),
    code: totp(filled.secret),
  });
  expect(asked.body['reason']).toBe('bad-code');
  expect(await signsIn(again, filled, codes[1] ?? '')).toBe(false);
  expect((await sellerOf(again)('userdata', { user: 'anna' })).body['recoverycodes']).toBe('0');
  expect((await sellerOf(again)('fetchallwebhooks')).body['webhooks']).toEqual([]);
  expect(lost).toMatchObject({ shopSecrets: 1 });
  expect((await sellerOf(again)('getsettings')).body['sellixsecret']).toBe('');
  expect((await sellerOf(again)('disable2fa', { user: 'anna' })).success).toBe(true);
  const after = await wire.send({ ...login, sessionid: await wire.init() });
  expect(after.body['success']).toBe(true);
  expect(await dumpOf(database(), data)).not.toContain(filled.secret);
});

/** Starts a trial on the computer, and returns `ok` or the reason of the refusal. */
async function beginTrial(service: TestService, username: string): Promise<unknown> {
  await sellerOf(service)('editsub', { sub: 'Pro', trialdays: '14' });
  const wire = wireTo(service);
  const { body } = await wire.send({
    ...{ type: 'trial', sessionid: await wire.init() },
    ...{ username, pass: 'a password', hwid },
  });
  return body['success'] === true ? 'ok' : body['reason'];
}
