// Attack: someone guesses another customer's file names, or deletes content that both have.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addOtherApplication } from '../support/another-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { openWire, wireTo } from '../support/service-client.ts';

const secret = 'the program that others paid for';

async function open() {
  const { service } = await openWire();
  const victim = { ...service, app: await addOtherApplication(service, { id: 'victim' }) };
  const thief = {
    ...service,
    app: await addOtherApplication(service, { id: 'thief', ownerid: 'thiefOwner' }),
  };
  const upload = join(service.dataFolder, 'upload', 'victim');
  mkdirSync(upload, { recursive: true });
  writeFileSync(join(upload, 'app-1.2.zip'), secret);
  return { victim, thief, upload, dataFolder: service.dataFolder };
}

/** The content of the file for a program of that application. */
async function contentOf(of: Awaited<ReturnType<typeof open>>['victim'], fileid: unknown) {
  const wire = wireTo(of);
  const sessionid = await wire.init();
  const { body } = await wire.send({ type: 'file', sessionid, fileid: String(fileid) });
  return Buffer.from(String(body['contents']), 'hex').toString();
}

test('a file in the upload folder of another application cannot be reached by any name', async () => {
  const { victim, thief, upload, dataFolder } = await open();
  const names = ['app-1.2.zip', 'victim/app-1.2.zip', '../victim/app-1.2.zip', '..', 'link'];
  mkdirSync(join(dataFolder, 'upload', 'thief'));
  symlinkSync(join(upload, 'app-1.2.zip'), join(dataFolder, 'upload', 'thief', 'link'));
  const own = await sellerOf(thief)('upload', { url: 'https://198.51.100.1/', authed: '0' });
  expect(own.success).toBe(false);
  for (const name of names)
    expect(await sellerOf(thief)('upload', { name, authed: '0' })).toMatchObject({
      status: 400,
      message: 'The upload folder has no file of this name.',
    });
  expect((await sellerOf(thief)('fetchallfiles')).body['files']).toEqual([]);
  // Control: its owner gets it by the same name.
  const { body } = await sellerOf(victim)('upload', { name: 'app-1.2.zip', authed: '0' });
  expect(await contentOf(victim, body['id'])).toBe(secret);
  expect(
    await wireTo(thief)
      .init()
      .then(async (sessionid) => {
        const parameters = { type: 'file', sessionid, fileid: String(body['id']) };
        return (await wireTo(thief).send(parameters)).body['reason'];
      }),
  ).toBe('file-unknown');
});

test('the same content in two applications is stored twice, and deleting one keeps the other', async () => {
  const { victim, thief, dataFolder } = await open();
  const mine = await sellerOf(victim)('upload', { name: 'app-1.2.zip', authed: '0' });
  mkdirSync(join(dataFolder, 'upload', 'thief'));
  for (const [deed, parameter] of [
    ['delfile', 'fileid'],
    ['delallfiles', null],
  ] as const) {
    writeFileSync(join(dataFolder, 'upload', 'thief', 'same.zip'), secret);
    const theirs = await sellerOf(thief)('upload', { name: 'same.zip', authed: '0' });
    expect(theirs.body['sha256']).toBe(mine.body['sha256']);
    expect(readdirSync(join(dataFolder, 'files', 'thief'))).toEqual([mine.body['sha256']]);
    const which = parameter === null ? {} : { [parameter]: String(theirs.body['id']) };
    expect(await sellerOf(thief)(deed, which)).toMatchObject({ success: true });
    expect(readdirSync(join(dataFolder, 'files', 'thief'))).toEqual([]);
    expect(await contentOf(victim, mine.body['id'])).toBe(secret);
  }
});
