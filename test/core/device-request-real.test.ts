// "Ask to move it here" against the real service: the seller's program receives the request, and
// the user can sign in once the seller has moved the account.
import { expect, test } from 'vitest';
import { createFakeHardware } from '../support/fake-hardware.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { open } from '../../packages/service/test/webhooks-parts.ts';
import { form, startRealLoader } from './real-loader.ts';

/** Signs in a user whose account is linked to another computer. Another user exists beside them. */
async function atWrongDevice(authed: '0' | '1') {
  const { wire, add, ask, seen } = await open();
  const user = await wire.service.addUser({ username: 'anna' });
  const bob = await wire.service.addUser({ username: 'bob' });
  for (const name of ['anna', 'bob']) await wire.service.bindDevice(name, 'd'.repeat(64));
  const webid = await add('/moves', { authed });
  const loader = await startRealLoader(wire.service, {}, null, { deviceRequest: { webid } });
  await loader.handlers.signIn(form(user));
  const { shortDeviceId } = loader.at('wrong-device');
  return { loader, ask, seen, bob, shortDeviceId };
}

test('the seller receives one request and resets the device, and Retry signs in', async () => {
  const { loader, ask, seen, bob, shortDeviceId } = await atWrongDevice('0');
  expect(await loader.handlers.requestDevice({})).toMatchObject({ ok: true });
  await loader.handlers.requestDevice({});
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/moves', type: 'application/json' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    event: 'device-request',
    username: 'anna',
    device: shortDeviceId,
  });
  await loader.handlers.retry({});
  loader.at('wrong-device');
  expect(await ask('resetuser', { user: 'anna' })).toMatchObject({ status: 200 });
  await loader.handlers.retry({});
  loader.at('ready');
  await loader.handlers.signOut({});
  await loader.handlers.signIn(form(bob));
  loader.at('wrong-device');
});

test('Retry shows the changes to a user who signed in here before, and to no other', async () => {
  const { wire } = await open();
  const users = [];
  for (const username of ['anna', 'bob']) users.push(await wire.service.addUser({ username }));
  const [anna, bob] = users;
  if (anna === undefined || bob === undefined) throw new Error('two were added');
  const computer = createFakeHardware();
  computer.install = 'a'.repeat(64);
  const state = createFakeLocalState();
  const before = await startRealLoader(wire.service, {}, null, {}, { hardware: computer, state });
  await before.handlers.signIn(form(anna));
  before.at('ready');
  await wire.service.bindDevice('bob', 'd'.repeat(64));
  computer.values = { boardModel: 'Z2' };
  const now = await startRealLoader(wire.service, {}, null, {}, { hardware: computer, state });
  await now.handlers.signIn(form(anna));
  await now.handlers.retry({});
  expect(now.at('wrong-device').changes).toEqual([{ part: 'board', kind: 'other' }]);
  await now.handlers.goBack({});
  await now.handlers.signIn(form(bob));
  expect(now.at('wrong-device').changes).toBeUndefined();
});

test('a webhook that requires a sign-in is reported as refused and sends nothing', async () => {
  const { loader, seen } = await atWrongDevice('1');
  expect(await loader.handlers.requestDevice({})).toMatchObject({ failure: { code: 'refused' } });
  expect(seen).toEqual([]);
});
