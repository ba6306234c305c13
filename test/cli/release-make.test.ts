// `latchkey release keygen` and `latchkey release make`: what comes out holds the folder, whole; the same input gives the same
// bytes; what cannot be installed everywhere is refused, all of it at once, and nothing is left behind.
import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readManifest, type Manifest } from '../../src/shared/release/manifest.ts';
import { cli, temporaryFolder } from '../support/cli.ts';
import { noise } from '../support/noise.ts';
import {
  markExecutable,
  newPlace,
  programFolder,
  publisher,
  writeFiles,
  type Files,
} from '../support/release.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function manifestOf(release: string): Manifest {
  const read = readManifest(readFileSync(join(release, 'manifest.json'), 'utf8'));
  if (!read.ok) throw new Error(read.problem);
  return read.manifest;
}

/** What somebody gets who has nothing but the release. */
function unpack(release: string): Record<string, Buffer> {
  const { files, chunks } = manifestOf(release);
  const plain = chunks.map(({ storedSha256, coding, sha256: hash, size }) => {
    const stored = readFileSync(join(release, 'chunks', storedSha256));
    expect(sha256(stored)).toBe(storedSha256);
    const bytes = coding === 'br' ? brotliDecompressSync(stored) : stored;
    expect([sha256(bytes), bytes.length]).toEqual([hash, size]);
    return bytes;
  });
  return Object.fromEntries(
    files.map(({ path, size, sha256: hash, chunks: indices }) => {
      const bytes = Buffer.concat(indices.map((at) => plain[at] ?? Buffer.alloc(0)));
      expect([sha256(bytes), bytes.length]).toEqual([hash, size]);
      return [path, bytes];
    }),
  );
}

function treeOf(release: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(release, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(release, path)).isFile())
      .map((path) => [path, sha256(readFileSync(join(release, path)))]),
  );
}

const small: Files = {
  'run.sh': '#!/bin/sh\necho hello\n',
  'data/empty': '',
  'data/text': 'text '.repeat(900),
};

test('keygen makes a key for its owner alone, once, and shows what loaders trust', async () => {
  const file = newPlace('key.pem');
  const made = await cli(['release', 'keygen', '--out', file, '--json']);
  expect(made.exitCode).toBe(0);
  const { publicKey, keyid } = made.json();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const raw = createPublicKey(readFileSync(file))
    .export({ format: 'der', type: 'spki' })
    .subarray(-32);
  expect(publicKey).toBe(raw.toString('hex'));
  expect(keyid).toBe(sha256(raw).slice(0, 16));
  expect(made.stdout).not.toContain('PRIVATE');
  const before = readFileSync(file, 'utf8');
  const again = await cli(['release', 'keygen', '--out', file]);
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toContain('nothing is overwritten');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a release holds the folder, whole, signed over the bytes of its manifest', async () => {
  const { make, publicKey, keyid } = await publisher();
  const large = Buffer.concat([
    noise(5_000_000, 7),
    Buffer.alloc(3_000_000, 'a'),
    noise(400_000, 9),
  ]);
  const files = { ...small, 'data/large.bin': large, 'data/again.bin': large };
  const folder = programFolder(files);
  markExecutable(join(folder, 'data/text'));
  const [out, notes] = [newPlace(), newPlace('notes')];
  writeFileSync(notes, 'New:\r\n- all of it\r\n');
  const ran = await make([folder, '--out', out, '--json'], {
    entry: 'run.sh',
    args: '["--a b","ä"]',
    notes,
  });
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(unpack(out)).toEqual(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]),
    ),
  );
  const bytes = readFileSync(join(out, 'manifest.json'));
  const manifest = manifestOf(out);
  expect(manifest).toMatchObject({
    v: 1,
    kind: 'program',
    name: 'App',
    ownerid: 'OWNER12345',
    channel: 'stable',
    platform: 'linux-x64',
    sequence: 1,
    version: '1.0',
    publishedAt: 1_800_000_000,
    entry: 'run.sh',
    args: ['--a b', 'ä'],
    notes: 'New:\n- all of it',
  });
  const executable = manifest.files.filter((file) => file.executable).map(({ path }) => path);
  expect(executable).toEqual(['data/text', 'run.sh']);
  // The same content is stored once, and what does not get smaller as it is.
  expect(new Set(manifest.chunks.map(({ coding }) => coding))).toEqual(new Set(['br', 'none']));
  const { chunks: some, size } = manifest.files.find(({ path }) => path === 'data/again.bin') ?? {};
  expect(some).toEqual(manifest.files.find(({ path }) => path === 'data/large.bin')?.chunks);
  expect(ran.json()).toMatchObject({ manifestSha256: sha256(bytes), keyid, files: 5 });
  expect(manifest.chunks.reduce((sum, chunk) => sum + chunk.size, 0)).toBeLessThan(
    (size ?? 0) * 1.1,
  );
  const signature = JSON.parse(readFileSync(join(out, 'manifest.json.sig'), 'utf8')) as {
    readonly keyid: string;
    readonly signature: string;
  };
  const key = createPublicKey({
    key: Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex'),
    format: 'der',
    type: 'spki',
  });
  const isGood = (signed: Uint8Array) =>
    verify(null, signed, key, Buffer.from(signature.signature, 'hex'));
  expect(signature.keyid).toBe(keyid);
  expect(isGood(Buffer.concat([Buffer.from('latchkey-release-v1\n'), bytes]))).toBe(true);
  expect(isGood(bytes)).toBe(false);
});

test('the same folder and options give the same bytes, in whatever order its files were written', async () => {
  const { make } = await publisher();
  const files: Files = { ...small, 'b.bin': noise(2_500_000, 3), 'B-2.bin': noise(700_000, 4) };
  const [one, two] = [newPlace(), newPlace()];
  await make([programFolder(files), '--out', one], { entry: 'run.sh' });
  const turned = Object.fromEntries(Object.entries(files).reverse());
  await make([programFolder(turned), '--out', two], { entry: 'run.sh' });
  expect(treeOf(one)).toEqual(treeOf(two));
  expect(Object.keys(treeOf(one)).length).toBeGreaterThan(4);
});

test('an update stores what changed, also where bytes came between', async () => {
  const { make } = await publisher();
  const large = noise(9_000_000, 11);
  const folder = programFolder({ ...small, 'large.bin': large });
  const [one, two] = [newPlace(), newPlace()];
  await make([folder, '--out', one], { entry: 'run.sh' });
  const changed = Buffer.concat([
    large.subarray(0, 4_000_001),
    Buffer.from('in between'),
    large.subarray(4_000_001),
  ]);
  writeFiles(folder, { 'large.bin': changed });
  const ran = await make([folder, '--out', two, '--previous', one, '--json'], {
    entry: 'run.sh',
    version: '1.1',
  });
  expect(ran.json()).toMatchObject({ sequence: 2, version: '1.1' });
  const { newStored, stored } = ran.json();
  expect(newStored).toBeGreaterThan(0);
  expect(Number(newStored)).toBeLessThan(Number(stored) * 0.4);
  expect(unpack(two)['large.bin']).toEqual(changed);
  // The same as without the one before, because this machine packs the same way.
  const three = newPlace();
  await make([folder, '--out', three, '--sequence', '2'], { entry: 'run.sh', version: '1.1' });
  expect(treeOf(three)).toEqual(treeOf(two));
});

test('a damaged chunk of the release before is made anew, and one that another key signed is not taken over', async () => {
  const { make } = await publisher();
  const folder = programFolder({ ...small, 'b.bin': noise(600_000, 5) });
  const one = newPlace();
  await make([folder, '--out', one], { entry: 'run.sh' });
  for (const { storedSha256 } of manifestOf(one).chunks)
    writeFileSync(join(one, 'chunks', storedSha256), 'other bytes');
  const two = newPlace();
  await make([folder, '--out', two, '--previous', one], { entry: 'run.sh' });
  expect(unpack(two)['b.bin']).toEqual(noise(600_000, 5));
  const other = await publisher();
  const three = newPlace();
  const ran = await other.make([folder, '--out', three, '--previous', two], { entry: 'run.sh' });
  expect(ran.exitCode).toBe(0);
  expect(ran.stderr).toContain('another key');
  expect(manifestOf(three).sequence).toBe(3);
});

test('an old release is made again under a higher sequence, from what its key signed alone', async () => {
  const { make } = await publisher();
  const folder = programFolder(small);
  const [old, back] = [newPlace(), newPlace()];
  await make([folder, '--out', old], { entry: 'run.sh', args: '["x"]' });
  const ran = await make(['--from', old, '--out', back, '--sequence', '9'], { version: '1.0.1' });
  expect(ran.exitCode, ran.stderr).toBe(0);
  const { version, sequence, ...rest } = manifestOf(back);
  expect([version, sequence]).toEqual(['1.0.1', 9]);
  const { version: _version, sequence: _sequence, ...before } = manifestOf(old);
  expect(rest).toEqual(before);
  expect(unpack(back)).toEqual(unpack(old));
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['--from', old, '--sequence', '1'], 'higher than 1'],
    [['--from', old, folder, '--sequence', '3'], 'DIR or --from'],
    [['--from', old, '--sequence', '3', '--entry', 'run.sh'], '--entry goes with DIR'],
    [['--from', newPlace(), '--sequence', '3'], 'no release'],
  ];
  for (const [words, sentence] of refusals) {
    const out = newPlace();
    const refused = await make([...words, '--out', out]);
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain(sentence);
    expect(existsSync(out)).toBe(false);
  }
  const other = await publisher();
  const out = newPlace();
  const foreign = await other.make(['--from', old, '--out', out, '--sequence', '3']);
  expect(foreign.stderr).toContain('not signed by this key');
  writeFileSync(join(old, 'chunks', manifestOf(old).chunks[0]?.storedSha256 ?? ''), 'other');
  const damaged = await make(['--from', old, '--out', out, '--sequence', '3']);
  expect(damaged.stderr).toContain('damaged');
  expect(readdirSync(dirname(out))).toEqual([]);
});

const tricks: readonly (readonly [string, Files, string])[] = [
  ['backslash', { 'a\\b': '' }, 'a backslash'],
  ['colon', { 'a:b': '' }, 'a colon'],
  ['full stop at the end', { 'a/b.': '' }, 'full stop or space'],
  ['space at the end of a folder', { 'a /b': '' }, 'full stop or space'],
  ['device', { 'a/nul.txt': '' }, 'a device'],
  ['device with a superscript', { 'COM¹': '' }, 'a device'],
  ['wildcard', { 'a?': '' }, 'Windows allows none'],
  ['line end', { 'a\nb': '' }, 'not drawn'],
  ['turned writing', { 'a\u202eb': '' }, 'not drawn'],
  ['two cases', { 'a/File': '', 'a/file': '' }, 'the same as'],
  ['two cases of a folder', { 'A/x': '', 'a/y': '' }, 'the same as'],
  ['a file and a folder', { data2: '', 'DATA2/x': '' }, 'the same as'],
  ['two compositions', { 'a\u00e9': '', 'ae\u0301': '' }, 'the same as'],
  ['too long', { [`${'d'.repeat(200)}/${'e'.repeat(200)}`]: '' }, 'more than 400'],
];

test.each(tricks)('a path that cannot be everywhere is refused: %s', async (_, files, sentence) => {
  const { make } = await publisher();
  const out = newPlace();
  const ran = await make([programFolder({ ...small, ...files }), '--out', out], {
    entry: 'run.sh',
  });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain(sentence);
  expect(ran.stderr).toContain('nothing was made');
  expect(readdirSync(dirname(out))).toEqual([]);
});

test('links, and the publisher key itself, are no part of a release; all that is refused is told', async () => {
  const { make, keyFile } = await publisher();
  const folder = programFolder({ ...small, 'a:b': '' });
  symlinkSync('run.sh', join(folder, 'link'));
  symlinkSync(dirname(keyFile), join(folder, 'folder-link'));
  const ran = await make([folder, '--out', newPlace()], { entry: 'run.sh' });
  expect(ran.exitCode).toBe(1);
  for (const line of ['link: it is a link', 'folder-link: it is a link', 'a:b: it has a colon'])
    expect(ran.stderr).toContain(line);
  const inside = programFolder(small);
  copyFileSync(keyFile, join(inside, 'key.pem'));
  chmodSync(join(inside, 'key.pem'), 0o600);
  const leaking = await make([inside, '--out', newPlace()], {
    entry: 'run.sh',
    'publisher-key': join(inside, 'key.pem'),
  });
  expect(leaking.exitCode).toBe(1);
  expect(leaking.stderr).toContain('key.pem: it is the publisher key');
});

test('what is said wrong is told, and nothing is made', async () => {
  const { make, config, publicKey } = await publisher();
  const folder = programFolder(small);
  const stranger = join(temporaryFolder(), 'other.json');
  const service = { name: 'App', ownerid: 'OWNER12345' };
  writeFileSync(
    stranger,
    JSON.stringify({ service, delivery: { publisherKeys: ['0'.repeat(64)] } }),
  );
  const broken = join(temporaryFolder(), 'broken.json');
  writeFileSync(broken, '{"service":{"name":"App"}}');
  const binary = join(temporaryFolder(), 'notes');
  writeFileSync(binary, Buffer.from([0xff, 0xfe]));
  const [one, other] = [newPlace(), newPlace()];
  expect((await make([folder, '--out', one], { entry: 'run.sh', channel: 'beta' })).exitCode).toBe(
    0,
  );
  const cases: readonly (readonly [
    Readonly<Record<string, string>>,
    string,
    (readonly string[])?,
  ])[] = [
    [{ entry: 'missing' }, 'There is no file missing'],
    [{ entry: '../run.sh' }, 'inside the folder'],
    [{ entry: 'run.sh', channel: 'Stable' }, '--channel must be'],
    [{ entry: 'run.sh', platform: 'windows' }, '--platform must be'],
    [{ entry: 'run.sh', version: 'x'.repeat(51) }, '--version must be'],
    [{ entry: 'run.sh', args: '"one"' }, '--args must be'],
    [{ entry: 'run.sh', 'published-at': 'soon' }, 'no date'],
    [{ entry: 'run.sh', notes: binary }, 'no text in UTF-8'],
    [{ entry: 'run.sh', config: stranger }, `Its public key: ${publicKey}`],
    [{ entry: 'run.sh', config: broken }, 'no configuration of a loader'],
    [{ entry: 'run.sh', 'publisher-key': config }, 'read by other users'],
    [{ entry: 'run.sh' }, 'another channel: beta, not stable', ['--previous', one]],
    [{ entry: 'run.sh' }, 'Choose one', ['--previous', one, '--sequence', '2']],
    [{ entry: 'run.sh' }, 'whole number', ['--sequence', '0']],
  ];
  for (const [words, sentence, more = []] of cases) {
    const ran = await make([folder, '--out', other, ...more], words);
    expect(ran.exitCode, sentence).not.toBe(0);
    expect(ran.stderr).toContain(sentence);
    expect(existsSync(other)).toBe(false);
  }
  const taken = await make([folder, '--out', one], { entry: 'run.sh' });
  expect(taken.stderr).toContain('nothing is overwritten');
  expect(manifestOf(one).channel).toBe('beta');
});

test('a make that is interrupted leaves nothing, and one that was killed does not stand in the way', async () => {
  const { config, keyFile, make } = await publisher();
  const folder = programFolder({ ...small, 'b.bin': noise(3_000_000, 2) });
  const [out, stop] = [newPlace(), new AbortController()];
  stop.abort();
  const words = { config, 'publisher-key': keyFile, entry: 'run.sh', out, version: '1' };
  const given = Object.entries({ ...words, channel: 'stable', platform: 'linux-x64' });
  const argv = given.flatMap(([name, value]) => [`--${name}`, value]);
  const ran = await cli(['release', 'make', folder, ...argv], { stop: stop.signal });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('Interrupted');
  expect(readdirSync(dirname(out))).toEqual([]);
  const left = join(dirname(out), `.${basename(out)}.latchkey-draft`);
  mkdirSync(join(left, 'chunks'), { recursive: true });
  writeFileSync(join(left, 'chunks', 'half'), 'half');
  expect((await make([folder, '--out', out], { entry: 'run.sh' })).exitCode).toBe(0);
  expect(readdirSync(join(out, 'chunks'))).not.toContain('half');
  expect(readdirSync(dirname(out))).toEqual(['release']);
});

test('progress is a bar with numbers where somebody looks', async () => {
  const { config, keyFile } = await publisher();
  const folder = programFolder({ ...small, 'b.bin': noise(3_000_000, 2) });
  const words = {
    config,
    'publisher-key': keyFile,
    entry: 'run.sh',
    out: newPlace(),
    version: '1',
  };
  const given = Object.entries({ ...words, channel: 'stable', platform: 'linux-x64' });
  const argv = given.flatMap(([name, value]) => [`--${name}`, value]);
  const ran = await cli(['release', 'make', folder, ...argv], { terminal: 80 });
  expect(ran.exitCode).toBe(0);
  expect(ran.stderr).toContain('[####################] 3 of 3 MB');
});
