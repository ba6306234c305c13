// Seller keys on the command line, while another application has keys with the same labels.
import { expect, test } from 'vitest';
import {
  addSellerKey,
  endSellerKey,
  listSellerKeys,
  renewSellerKey,
} from '../src/host/seller-keys.ts';
import { addOtherApplication } from './support/another-application.ts';
import { environmentOf } from './support/postgresql.ts';
import { startTestService } from './support/service.ts';

async function open() {
  const service = await startTestService();
  const { app, dataFolder } = service;
  const place = { dataFolder, environment: await environmentOf(dataFolder) };
  const own = { name: app.name, ownerid: app.ownerid };
  const other = await addOtherApplication(service, { id: 'other' });
  return { service, place, own, other: { name: other.name, ownerid: other.ownerid } };
}

test('a label must be unique only in its own application', async () => {
  const { place, own, other } = await open();
  for (const application of [own, other])
    for (const label of ['shop', 'chat'])
      expect(await addSellerKey(place, application, { label, scope: 'sell' })).toMatchObject({
        ok: true,
      });
  expect(await addSellerKey(place, own, { label: 'shop', scope: 'read' })).toMatchObject({
    ok: false,
  });
});

test("ends one key and renews the application's own key without affecting other keys", async () => {
  const { service, place, own, other } = await open();
  for (const application of [own, other])
    for (const label of ['shop', 'chat'])
      await addSellerKey(place, application, { label, scope: 'sell' });
  const ended = await endSellerKey(place, own, { which: 'shop', afterHours: 0 });
  expect(ended).toMatchObject({ ok: true, value: { label: 'shop' } });
  const goingOn = async (application: typeof own) => {
    const listed = await listSellerKeys(place, application);
    return listed.ok
      ? listed.value
          .filter(({ isOn }) => isOn)
          .map(({ label }) => label)
          .sort()
      : [];
  };
  expect(await goingOn(own)).toEqual(['', 'chat']);
  expect(await goingOn(other)).toEqual(['', 'chat', 'shop']);
  const hashes = () =>
    service.database.selectFrom('applications').select(['id', 'sellerkeyHash']).execute();
  const theirs = (all: Awaited<ReturnType<typeof hashes>>) =>
    all.filter(({ id }) => id === 'other');
  const before = await hashes();
  expect(await renewSellerKey(place, own.name, own.ownerid)).toMatchObject({ ok: true });
  expect(theirs(await hashes())).toEqual(theirs(before));
});
