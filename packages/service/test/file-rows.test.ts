// Seller operations on files of one application, while another application has the same file ids.
import { expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import { ownApplicationId } from './support/own-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { open } from './files-parts.ts';

const row = { name: 'x', url: null, size: 1, sha256: 'f'.repeat(64), authed: 0, uploadedAt: 1 };

async function openNextDoor() {
  const all = await open();
  const { service } = all.wire;
  const next = await addOtherApplication(service, { id: 'next-door' });
  const theirs = sellerOf({ url: service.url, app: { ...service.app, ...next } });
  const addRows = async (applicationId: string, ids: readonly string[]) => {
    const rows = ids.map((id) => ({ ...row, applicationId, id, authed: 0 as const }));
    await service.database.insertInto('files').values(rows).execute();
  };
  return { ...all, nextDoor: next.id, theirs, addRows };
}

test('changes only the file with the given id in its own application', async () => {
  const { ask, theirs, add, addRows, nextDoor, stored } = await openNextDoor();
  const first = await add(Buffer.from('1'));
  const second = await add(Buffer.from('of two'), '0', '/b');
  await addRows(nextDoor, [first, second, '000001']);
  const told = async (who: typeof ask) =>
    (await who('fetchallfiles')).body['files'] as { id: string; authed: number }[]; // as its schema says
  const before = await told(theirs);
  for (const [id, size] of [
    [first, '1'],
    [second, '6'],
  ] as const)
    expect((await ask('fetchfile', { id })).body['file']).toMatchObject({ id, size });
  for (const [type, name] of [
    ['fetchfile', 'id'],
    ['editfile', 'id'],
    ['delfile', 'fileid'],
  ] as const)
    expect((await ask(type, { [name]: '000001' })).success).toBe(false);
  expect((await ask('editfile', { id: first, authed: '1' })).success).toBe(true);
  const signedIn = (await told(ask)).filter(({ authed }) => authed === 1);
  expect(signedIn).toMatchObject([{ id: first }]);
  await ask('delfile', { fileid: first });
  expect(await told(ask)).toMatchObject([{ id: second }]);
  expect(stored()).toHaveLength(1);
  expect(await told(theirs)).toEqual(before);
});

test('limits each application to 1000 files', async () => {
  const { ask, add, addRows, nextDoor, host } = await openNextDoor();
  const thousand = Array.from({ length: 1000 }, (_, index) => String(index).padStart(6, '0'));
  await addRows(nextDoor, thousand);
  await add(Buffer.from('the first one here'));
  await addRows(ownApplicationId, thousand.slice(1));
  const { message } = await ask('upload', { url: `http://${host}/a/tool.bin` });
  expect(message).toBe('An application can have 1000 files. Delete one first.');
});
