// Sending a support code to the real service: the seller finds the line once in the application's
// log.
import { afterEach, expect, test } from 'vitest';
import { sellerOf } from '../../packages/service/test/support/seller-client.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { form, startRealLoader } from './real-loader.ts';

const started: TestService[] = [];

afterEach(async () => {
  for (const service of started.splice(0)) await service.close();
});

/** Returns the application's log, as the seller reads it. */
async function logOf(service: TestService) {
  const { body } = await sellerOf(service)('fetchalllogs');
  return body['logs'] as readonly { readonly logdata: string; readonly credential: unknown }[];
}

async function open() {
  const service = await startTestService();
  started.push(service);
  const loader = await startRealLoader(service, {}, null, { supportLog: true });
  return { service, loader };
}

test('a report of a signed-out user contains exactly the shown line and no user name', async () => {
  const { service, loader } = await open();
  const user = await service.addUser({ username: 'anna' });
  await service.bindDevice('anna', 'd'.repeat(64));
  await loader.handlers.signIn(form(user));
  const { reportId } = loader.at('wrong-device').report;
  const shown = await loader.handlers.showReport({ reportId });
  if (!shown.ok) throw new Error('it is shown');
  expect(await logOf(service)).toEqual([]);
  expect(await loader.handlers.sendReport({ reportId })).toMatchObject({
    value: { text: shown.value.text, earlier: false },
  });
  expect(await loader.handlers.sendReport({ reportId })).toMatchObject({
    value: { earlier: true },
  });
  const log = await logOf(service);
  expect(log.map(({ logdata }) => logdata)).toEqual([shown.value.text]);
  expect(JSON.stringify(log)).not.toMatch(/anna|dddd/);
  loader.at('wrong-device');
});

test('a report of a signed-in user is stored with the user, and the session stays signed in', async () => {
  const { service, loader } = await open();
  await service.addUser({ username: 'bob' });
  const user = await service.addUser({ username: 'anna' });
  await loader.handlers.signIn(form(user));
  const refused = await loader.handlers.redeem({ username: 'anna', key: 'NWND-NONE-NONE-0001' });
  if (refused.ok) throw new Error('the key is unknown');
  const { reportId } = refused.failure;
  expect(await loader.handlers.sendReport({ reportId })).toMatchObject({ ok: true });
  const log = await logOf(service);
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({
    logdata: expect.stringContaining('failure key-unknown, loader 1.0') as unknown,
    credential: 'anna',
  });
  expect(JSON.stringify(log)).not.toContain('NONE');
  await loader.handlers.retry({});
  loader.at('ready');
});
