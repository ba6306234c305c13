// The users who are online and their number, as the loader reads them from the real service.
import { expect, test } from 'vitest';
import { openWire } from '../../packages/service/test/support/service-client.ts';
import { form, nowMs, startRealLoader } from './real-loader.ts';

const shows = { community: { online: true, stats: true } };

async function open() {
  const wire = await openWire({ now: () => nowMs });
  const { service } = wire;
  const anna = await service.addUser({ username: 'anna' });
  const bob = await service.addUser({ username: 'bob-with-a-long-name' });
  await service.addUser({ username: 'absent' });
  return { wire, service, anna, bob };
}

test('a loader reads the users who are signed in, including its own user', async () => {
  const { wire, service, anna, bob } = await open();
  await service.removeNeighbour();
  await service.addLicense({ days: 1 });
  await wire.signIn(bob);
  const loader = await startRealLoader(service, {}, null, shows);
  await loader.handlers.signIn(form(anna));
  expect(await loader.handlers.readCommunity({})).toEqual({
    ok: true,
    value: {
      online: { names: ['anna', 'bob-with-a**********'], more: 0 },
      users: { value: 3, orMore: false },
      usersOnline: { value: 2, orMore: false },
      keys: { value: 1, orMore: false },
    },
  });
  loader.stop();
});

test('a session that the seller ended leads to the screen for an ended session', async () => {
  const { service, anna } = await open();
  const loader = await startRealLoader(service, {}, null, shows);
  await loader.handlers.signIn(form(anna));
  await service.changeUser('anna', { banned: 'spam' });
  const left = loader.when(({ kind }) => kind !== 'ready');
  const reading = loader.handlers.readCommunity({});
  await left;
  expect(loader.at('banned')).toMatchObject({ cause: 'user' });
  await loader.handlers.stopReading({ what: 'community' });
  expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
  loader.stop();
});
