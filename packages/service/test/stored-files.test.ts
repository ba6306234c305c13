// Contents on disk: complete or absent, stored under their hash, deleted with their last reference.
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createStoredFiles, FileTooLarge, maxFileBytes } from '../src/storage/stored-files.ts';
import { unixMs } from '@latchkey/protocol/units.ts';

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = join(folder, 'files', 'own');
  const names = () => (existsSync(files) ? readdirSync(files).sort() : []);
  const all = createStoredFiles(folder);
  return { folder, files, names, all, stored: all.of('own'), other: all.of('other') };
}

async function* inPieces(bytes: Buffer, pieceBytes = 1000) {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield await Promise.resolve(bytes.subarray(at, at + pieceBytes));
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const never = () => Promise.resolve(false);
const always = () => Promise.resolve(true);

test('stores content with permissions only for its owner, and reads it back', async () => {
  const { files, names, stored } = open();
  const bytes = randomBytes(12_345);
  const draft = await stored.receive(inPieces(bytes));
  expect(draft).toMatchObject({ sha256: hashOf(bytes), size: 12_345 });
  expect(await stored.open(draft.sha256)).toBeNull();
  await draft.keep();
  await draft.keep();
  await draft.discard();
  expect(names()).toEqual([draft.sha256]);
  // Windows has no mode bits.
  if (process.platform !== 'win32') {
    expect(statSync(files).mode & 0o777).toBe(0o700);
    expect(statSync(join(files, draft.sha256)).mode & 0o777).toBe(0o600);
  }
  const opened = await stored.open(draft.sha256);
  expect(opened?.size).toBe(12_345);
  expect(await opened?.readAll()).toEqual(bytes);
  await opened?.close();
  const again = await stored.open(draft.sha256);
  const part = await again?.stream(100, 199).toArray();
  expect(Buffer.concat(part as Buffer[])).toEqual(bytes.subarray(100, 200)); // a stream of bytes
});

test('stores empty content', async () => {
  const { stored } = open();
  const draft = await stored.receive(inPieces(Buffer.alloc(0)));
  expect(draft).toMatchObject({ sha256: hashOf(Buffer.alloc(0)), size: 0 });
});

test('discarded, too large or incomplete content leaves no file', async () => {
  const { names, stored } = open();
  await (await stored.receive(inPieces(Buffer.from('x')))).discard();
  expect(names()).toEqual([]);
  const mebibyte = Buffer.alloc(1024 * 1024);
  const repeat = async function* (extra: number) {
    for (let i = 0; i < 50; i += 1) yield await Promise.resolve(mebibyte);
    if (extra > 0) yield Buffer.alloc(extra);
  };
  await expect(stored.receive(repeat(1))).rejects.toThrow(FileTooLarge);
  expect(names()).toEqual([]);
  const largest = await stored.receive(repeat(0));
  expect(largest.size).toBe(maxFileBytes);
  await largest.discard();
  const broken = (async function* () {
    yield await Promise.resolve(Buffer.from('half'));
    throw new Error('broke off');
  })();
  await expect(stored.receive(broken)).rejects.toThrow('broke off');
  expect(names()).toEqual([]);
});

test('deletes content only if no file refers to it', async () => {
  const { names, stored } = open();
  const draft = await stored.receive(inPieces(Buffer.from('content')));
  await draft.keep();
  await draft.discard();
  await stored.release(draft.sha256, always);
  expect(names()).toEqual([draft.sha256]);
  await stored.release(draft.sha256, never);
  expect(names()).toEqual([]);
  await stored.release(draft.sha256, never);
});

test('content that is uploaded again while it is being deleted is kept', async () => {
  // An upload keeps the content, adds its row, and keeps the content again. A deletion checks for
  // the row twice: the row exists before the first check, before the second, or only after both.
  for (const rowBefore of ['first', 'second', 'none']) {
    const { names, stored } = open();
    const old = await stored.receive(inPieces(Buffer.from('same')));
    await old.keep();
    const fresh = await stored.receive(inPieces(Buffer.from('same')));
    await fresh.keep();
    const answers = { first: [true], second: [false, true], none: [false, false] }[rowBefore];
    await stored.release(old.sha256, () => Promise.resolve(answers?.shift() ?? false));
    await fresh.keep();
    await fresh.discard();
    await old.discard();
    expect(names()).toEqual([old.sha256]);
  }
  const { names, stored } = open();
  const old = await stored.receive(inPieces(Buffer.from('same')));
  await old.keep();
  const answers = [false, true];
  await stored.release(old.sha256, () => Promise.resolve(answers.shift() ?? false));
  await old.discard();
  expect(names()).toEqual([old.sha256]);
});

test('the sweep deletes old drafts and unreferenced contents, and no other files', async () => {
  const { files, names, all, stored, other } = open();
  await all.sweep(never, unixMs(Date.now()));
  const kept = await stored.receive(inPieces(Buffer.from('kept')));
  await kept.keep();
  const lost = await stored.receive(inPieces(Buffer.from('lost')));
  await lost.keep();
  writeFileSync(join(files, 'notes.txt'), 'not ours');
  // The same content of another application, without a row.
  const same = await other.receive(inPieces(Buffer.from('kept')));
  await same.keep();
  await same.discard();
  const isReferred = (applicationId: string, sha256: string) =>
    Promise.resolve(applicationId === 'own' && sha256 === kept.sha256);
  await all.sweep(isReferred, unixMs(Date.now() + 3_590_000));
  expect(names()).toHaveLength(5);
  await (await other.open(kept.sha256))?.close();
  await all.sweep(isReferred, unixMs(Date.now() + 3_610_000));
  expect(names()).toEqual([kept.sha256, 'notes.txt'].sort());
  expect(await other.open(kept.sha256)).toBeNull();
});

test('uploads are plain files with a plain name', async () => {
  const { folder, stored, other } = open();
  expect(await stored.openUpload('a.bin')).toBeNull();
  const upload = join(folder, 'upload', 'own');
  mkdirSync(join(upload, 'inner'), { recursive: true });
  mkdirSync(join(folder, 'upload', 'other'));
  writeFileSync(join(folder, 'upload', 'a.bin'), 'of nobody');
  writeFileSync(join(folder, 'upload', 'other', 'a.bin'), 'of another');
  expect(await stored.openUpload('a.bin')).toBeNull();
  const theirs = await other.openUpload('a.bin');
  expect((await theirs?.readAll())?.toString()).toBe('of another');
  await theirs?.close();
  expect(await other.openUpload('Ein Name.bin')).toBeNull();
  writeFileSync(join(folder, 'outside'), 'secret');
  writeFileSync(join(upload, 'inner', 'b'), 'inner');
  writeFileSync(join(upload, '.hidden'), 'hidden');
  writeFileSync(join(upload, 'Ein Name.bin'), 'content');
  symlinkSync('../outside', join(upload, 'link'));
  const opened = await stored.openUpload('Ein Name.bin');
  expect((await opened?.readAll())?.toString()).toBe('content');
  await opened?.close();
  for (const name of [
    '',
    '.',
    '..',
    '../outside',
    '../other/a.bin',
    'inner',
    'inner/b',
    'inner\\b',
    '/etc/passwd',
    '.hidden',
    'link',
    'Ein Name.bin\0',
  ])
    expect(await stored.openUpload(name)).toBeNull();
});

test('content of one application cannot be read or deleted by another', async () => {
  const { names, stored, other } = open();
  const draft = await stored.receive(inPieces(Buffer.from('content')));
  await draft.keep();
  await draft.discard();
  expect(await other.open(draft.sha256)).toBeNull();
  await other.release(draft.sha256, never);
  expect(names()).toEqual([draft.sha256]);
});

test('rejects an invalid application id', () => {
  const { all } = open();
  for (const id of ['', '.', '..', 'a/b', '../own', 'a'.repeat(61), 'a\0'])
    expect(() => all.of(id)).toThrow('by its id');
});

test('rejects a content name that is not a SHA-256', () => {
  const { stored } = open();
  for (const name of ['', '../latchkey.sqlite', 'a'.repeat(63), 'A'.repeat(64)])
    expect(() => stored.open(name)).toThrow('SHA-256');
});
