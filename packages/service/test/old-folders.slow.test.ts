// Old data folders, shared by all applications: the next start moves each file to its owner.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { moveOldContents, moveOldUploads } from '../src/storage/old-folders.ts';
import { addOtherApplication } from './support/another-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { wireTo } from './support/service-client.ts';
import { temporaryFolder, runCommand } from './support/service-command.ts';
import { startTestService, type TestService } from './support/service.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Adds a file through the application's upload folder. */
async function add(service: TestService, applicationId: string, name: string, text: string) {
  const upload = join(service.dataFolder, 'upload', applicationId);
  mkdirSync(upload, { recursive: true });
  writeFileSync(join(upload, name), text);
  const { body } = await sellerOf(service)('upload', { name, authed: '0' });
  return String(body['id']);
}

/** Moves all files out of the applications' folders, as the old version had them. */
function flatten(parent: string) {
  for (const id of readdirSync(parent)) {
    if (!statSync(join(parent, id)).isDirectory()) continue;
    for (const name of readdirSync(join(parent, id)))
      renameSync(join(parent, id, name), join(parent, name));
    rmdirSync(join(parent, id));
  }
}

async function contentOf(service: TestService, fileid: string): Promise<string> {
  const wire = wireTo(service);
  const { body } = await wire.send({ type: 'file', sessionid: await wire.init(), fileid });
  return Buffer.from(String(body['contents']), 'hex').toString();
}

/** Two applications with a file each and one with the same content, in folders of this version. */
async function openOld() {
  const dataFolder = temporaryFolder();
  const service = await startTestService({ dataFolder });
  // The test's own application is not used, because its twins refer to the same files.
  const one = await addOtherApplication(service, { id: 'one', ownerid: 'oneOwner01' });
  const other = await addOtherApplication(service, { id: 'another' });
  const asOne = { ...service, app: one };
  const asOther = { ...service, app: other };
  const ids = {
    own: await add(asOne, one.id, 'own.bin', 'of mine'),
    shared: await add(asOne, one.id, 'same.bin', 'of both'),
    others: await add(asOther, other.id, 'others.bin', 'of another'),
    sharedToo: await add(asOther, other.id, 'same-too.bin', 'of both'),
  };
  const files = join(dataFolder, 'files');
  const upload = join(dataFolder, 'upload');
  return { dataFolder, service, one, other, ids, files, upload };
}

test('moves every file into the folders of its applications', async () => {
  const old = await openOld();
  const rows = await old.service.database.selectFrom('files').selectAll().execute();
  await old.service.close();
  flatten(old.files);
  flatten(old.upload);
  writeFileSync(join(old.files, hashOf('of nobody')), 'of nobody');
  writeFileSync(join(old.files, 'notes.txt'), 'not ours');
  expect(readdirSync(old.files)).toHaveLength(5);

  const service = await startTestService({ dataFolder: old.dataFolder });
  onTestFinished(() => service.close());
  const asOne = { ...service, app: old.one };
  const asOther = { ...service, app: old.other };
  expect(await contentOf(asOne, old.ids.own)).toBe('of mine');
  expect(await contentOf(asOne, old.ids.shared)).toBe('of both');
  expect(await contentOf(asOther, old.ids.others)).toBe('of another');
  expect(await contentOf(asOther, old.ids.sharedToo)).toBe('of both');
  const inside = (id: string) => readdirSync(join(old.files, id)).sort();
  expect(inside(old.one.id)).toEqual([hashOf('of mine'), hashOf('of both')].sort());
  expect(inside(old.other.id)).toEqual([hashOf('of another'), hashOf('of both')].sort());
  // Unreferenced contents stay for the sweep, and other files for good.
  expect(readdirSync(old.files).sort()).toEqual(
    [old.one.id, old.other.id, hashOf('of nobody'), 'notes.txt'].sort(),
  );
  expect(await service.database.selectFrom('files').selectAll().execute()).toEqual(rows);
  // Each upload is in the folder of the application that added a file of that name.
  expect(readdirSync(join(old.upload, old.one.id)).sort()).toEqual(['own.bin', 'same.bin']);
  expect(readdirSync(join(old.upload, old.other.id)).sort()).toEqual([
    'others.bin',
    'same-too.bin',
  ]);
});

test('deleting a file keeps the same content in the other application', async () => {
  const old = await openOld();
  await old.service.close();
  flatten(old.files);
  const service = await startTestService({ dataFolder: old.dataFolder });
  onTestFinished(() => service.close());
  expect(
    await sellerOf({ ...service, app: old.one })('delfile', { fileid: old.ids.shared }),
  ).toMatchObject({
    status: 200,
  });
  const inside = (id: string) => readdirSync(join(old.files, id));
  expect(inside(old.one.id)).toEqual([hashOf('of mine')]);
  expect(inside(old.other.id)).toContain(hashOf('of both'));
  expect(await contentOf({ ...service, app: old.other }, old.ids.sharedToo)).toBe('of both');
});

test('continues a move that was interrupted', async () => {
  const old = await openOld();
  const { database, dataFolder } = old.service;
  onTestFinished(() => old.service.close());
  // Interrupted between two links, before the old file was removed.
  const content = hashOf('of both');
  renameSync(join(old.files, old.one.id, content), join(old.files, content));
  await moveOldContents(database, dataFolder);
  await moveOldContents(database, dataFolder);
  expect(existsSync(join(old.files, content))).toBe(false);
  for (const id of [old.one.id, old.other.id])
    expect(readFileSync(join(old.files, id, content), 'utf8')).toBe('of both');
});

test('an upload that may belong to two applications stays in place and is reported', async () => {
  const { service, one, other, upload } = await openOld();
  onTestFinished(() => service.close());
  const { database, dataFolder } = service;
  const asOne = { ...service, app: one };
  const asOther = { ...service, app: other };
  await add(asOne, one.id, 'taken-by-both.bin', 'x');
  await add(asOther, other.id, 'taken-by-both.bin', 'x');
  flatten(upload);
  writeFileSync(join(upload, 'new.bin'), 'of whoever');
  writeFileSync(join(upload, '.hidden'), 'never served');
  const [sentence, ...more] = await moveOldUploads(database, dataFolder);
  expect(more).toEqual([]);
  expect(sentence).toMatch(
    /^It is unknown whose these files .*: (new\.bin, taken-by-both\.bin|taken-by-both\.bin, new\.bin)\. Move each/,
  );
  for (const name of ['new.bin', 'taken-by-both.bin']) {
    expect(existsSync(join(upload, name))).toBe(true);
    for (const tenant of [asOne, asOther])
      expect(await sellerOf(tenant)('upload', { name, authed: '0' })).toMatchObject({
        status: 400,
        message: 'The upload folder has no file of this name.',
      });
  }
});

test('overwrites no file, and continues if a folder cannot be written', async () => {
  const { service, one, upload } = await openOld();
  onTestFinished(() => service.close());
  const { database, dataFolder } = service;
  writeFileSync(join(upload, 'own.bin'), 'a newer one');
  expect(await moveOldUploads(database, dataFolder)).toEqual([expect.stringContaining('own.bin')]);
  expect(readFileSync(join(upload, 'own.bin'), 'utf8')).toBe('a newer one');
  expect(readFileSync(join(upload, one.id, 'own.bin'), 'utf8')).toBe('of mine');
  // A plain file replaces the folder, so that even root cannot write there.
  flatten(upload);
  writeFileSync(join(upload, one.id), 'in the way');
  const answer = await moveOldUploads(database, dataFolder);
  expect(answer.join(' ')).toMatch(/own\.bin \(E[A-Z]+\)/);
  expect(existsSync(join(upload, 'own.bin'))).toBe(true);
});

test('moves all uploads to the only application', async () => {
  const data = temporaryFolder();
  const first = await runCommand('--data', data, '--port', '0', '--json', '--demo');
  await first.end();
  mkdirSync(join(data, 'upload'));
  writeFileSync(join(data, 'upload', 'a.bin'), 'x');
  const again = await runCommand('--data', data, '--port', '0', '--json', '--demo');
  expect(again.stderr()).not.toContain('a.bin');
  expect(existsSync(join(data, 'upload', 'a.bin'))).toBe(false);
  const [id = ''] = readdirSync(join(data, 'upload'));
  expect(readdirSync(join(data, 'upload', id))).toEqual(['a.bin']);
});

test('the command reports uploads of unknown owners', async () => {
  const { service, dataFolder, upload } = await openOld();
  await service.close();
  writeFileSync(join(upload, 'new.bin'), 'of whoever');
  const ran = await runCommand('--data', dataFolder, '--port', '0', '--json');
  expect(ran.stderr()).toContain('no application finds them: new.bin. Move each to upload/ID');
});
