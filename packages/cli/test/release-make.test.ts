// `latchkey release keygen` and `release make`: releases are complete and reproducible, and an
// interrupted run leaves nothing.
import { createPublicKey, verify } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from './support/cli.ts';
import { noise } from '../../../test/support/noise.ts';
import {
  markExecutable,
  temporaryPath,
  programFolder,
  publisher,
  writeFiles,
  type Files,
} from '../../../test/support/release.ts';
import { sha256, manifestOf, unpack, treeOf, small } from './release-parts.ts';

test(
  'keygen creates a private key file once, and shows the public key',
  { tags: 'modes' },
  async () => {
    const file = temporaryPath('key.pem');
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
  },
);

test('a chunk with an incompressible beginning is still compressed', async () => {
  const { make } = await publisher();
  const mixed = Buffer.concat([noise(300_000, 3), Buffer.alloc(2_000_000, 'the same again, ')]);
  const out = temporaryPath();
  const folder = programFolder({ ...small, 'data/mixed.bin': mixed });
  const ran = await make([folder, '--out', out], { entry: 'run.sh' });
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(unpack(out)['data/mixed.bin']?.equals(mixed)).toBe(true);
  const { files, chunks } = manifestOf(out);
  const own = files.find(({ path }) => path === 'data/mixed.bin')?.chunks ?? [];
  const stored = own.reduce((sum, index) => sum + (chunks[index]?.stored ?? 0), 0);
  expect(stored).toBeGreaterThan(300_000);
  expect(stored).toBeLessThan(320_000);
});

test('a release contains all files, and a signature over the bytes of its manifest', async () => {
  const { make, publicKey, keyid } = await publisher();
  const large = Buffer.concat([
    noise(5_000_000, 7),
    Buffer.alloc(3_000_000, 'a'),
    noise(400_000, 9),
  ]);
  const files = { ...small, 'data/large.bin': large, 'data/again.bin': large };
  const folder = programFolder(files);
  markExecutable(join(folder, 'data/text'));
  const [out, notes] = [temporaryPath(), temporaryPath('notes')];
  writeFileSync(notes, 'New:\r\n- all of it\r\n');
  const ran = await make([folder, '--out', out, '--json'], {
    entry: 'run.sh',
    args: '["--a b","ä"]',
    notes,
  });
  expect(ran.exitCode, ran.stderr).toBe(0);
  const unpacked = unpack(out);
  expect(Object.keys(unpacked).sort()).toEqual(Object.keys(files).sort());
  // `toEqual` takes seconds for buffers of megabytes.
  for (const [path, content] of Object.entries(files))
    expect(unpacked[path]?.equals(Buffer.from(content)), path).toBe(true);
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
  // Windows does not mark executable files, so there only the entry is one.
  const marked = process.platform === 'win32' ? [] : ['data/text'];
  expect(executable).toEqual([...marked, 'run.sh']);
  // Equal content is stored once, and incompressible content uncompressed.
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

test('the same files and options give the same bytes for any order on disk', async () => {
  const { make } = await publisher();
  const files: Files = { ...small, 'b.bin': noise(2_500_000, 3), 'B-2.bin': noise(700_000, 4) };
  const [one, two] = [temporaryPath(), temporaryPath()];
  await make([programFolder(files), '--out', one], { entry: 'run.sh' });
  const turned = Object.fromEntries(Object.entries(files).reverse());
  await make([programFolder(turned), '--out', two], { entry: 'run.sh' });
  expect(treeOf(one)).toEqual(treeOf(two));
  expect(Object.keys(treeOf(one)).length).toBeGreaterThan(4);
});

test('an update stores only changed chunks, even after an insertion', async () => {
  const { make } = await publisher();
  const large = noise(9_000_000, 11);
  const folder = programFolder({ ...small, 'large.bin': large });
  const [one, two] = [temporaryPath(), temporaryPath()];
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
  expect(unpack(two)['large.bin']?.equals(changed)).toBe(true);
  // The same bytes as without --previous, because this machine compresses the same way.
  const three = temporaryPath();
  await make([folder, '--out', three, '--sequence', '2'], { entry: 'run.sh', version: '1.1' });
  expect(treeOf(three)).toEqual(treeOf(two));
});

test('make replaces damaged chunks of --previous, and ignores a release signed by another key', async () => {
  const { make } = await publisher();
  const folder = programFolder({ ...small, 'b.bin': noise(600_000, 5) });
  const one = temporaryPath();
  await make([folder, '--out', one], { entry: 'run.sh' });
  for (const { storedSha256 } of manifestOf(one).chunks)
    writeFileSync(join(one, 'chunks', storedSha256), 'other bytes');
  const two = temporaryPath();
  await make([folder, '--out', two, '--previous', one], { entry: 'run.sh' });
  expect(unpack(two)['b.bin']?.equals(noise(600_000, 5))).toBe(true);
  const other = await publisher();
  const three = temporaryPath();
  const ran = await other.make([folder, '--out', three, '--previous', two], { entry: 'run.sh' });
  expect(ran.exitCode).toBe(0);
  expect(ran.stderr).toContain('another key');
  expect(manifestOf(three).sequence).toBe(3);
});

test('--from rebuilds an older release of this key under a higher sequence', async () => {
  const { make } = await publisher();
  const folder = programFolder(small);
  const [old, back] = [temporaryPath(), temporaryPath()];
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
    [['--from', old, '--sequence', '3', '--entry', 'run.sh'], '--entry needs DIR'],
    [['--from', temporaryPath(), '--sequence', '3'], 'is not a release'],
  ];
  for (const [words, sentence] of refusals) {
    const out = temporaryPath();
    const refused = await make([...words, '--out', out]);
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain(sentence);
    expect(existsSync(out)).toBe(false);
  }
  const other = await publisher();
  const out = temporaryPath();
  const foreign = await other.make(['--from', old, '--out', out, '--sequence', '3']);
  expect(foreign.stderr).toContain('not signed by this key');
  writeFileSync(join(old, 'chunks', manifestOf(old).chunks[0]?.storedSha256 ?? ''), 'other');
  const damaged = await make(['--from', old, '--out', out, '--sequence', '3']);
  expect(damaged.stderr).toContain('damaged');
  expect(readdirSync(dirname(out))).toEqual([]);
});

test('an interrupted make leaves no files, and a killed make does not block the next one', async () => {
  const { config, keyFile, make } = await publisher();
  const folder = programFolder({ ...small, 'b.bin': noise(3_000_000, 2) });
  const [out, stop] = [temporaryPath(), new AbortController()];
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

test('make shows a progress bar in a terminal', async () => {
  const { config, keyFile } = await publisher();
  const folder = programFolder({ ...small, 'b.bin': noise(3_000_000, 2) });
  const words = {
    config,
    'publisher-key': keyFile,
    entry: 'run.sh',
    out: temporaryPath(),
    version: '1',
  };
  const given = Object.entries({ ...words, channel: 'stable', platform: 'linux-x64' });
  const argv = given.flatMap(([name, value]) => [`--${name}`, value]);
  const ran = await cli(['release', 'make', folder, ...argv], { terminal: 80 });
  expect(ran.exitCode).toBe(0);
  expect(ran.stderr).toContain('[####################] 3 of 3 MB');
});
