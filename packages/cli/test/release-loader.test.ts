// `latchkey release make --kind loader`: a release of the loader is one file of one brand.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { noise } from '../../../test/support/noise.ts';
import { brandId, programFolder, publisher, temporaryPath } from '../../../test/support/release.ts';
import { openBench } from './support/cli.ts';
import { manifestOf, small, treeOf, unpack } from './release-parts.ts';

const image = noise(900_000, 41);

test('a release of the loader has one file and the brand id, signed like a program', async () => {
  const { makeLoader, keyid } = await publisher();
  const out = temporaryPath();
  const ran = await makeLoader(image, { out, sequence: '4' });
  expect(ran.exitCode, ran.stderr).toBe(0);
  const manifest = manifestOf(out);
  expect(manifest).toMatchObject({
    kind: 'loader',
    entry: brandId,
    version: '1.1.0',
    sequence: 4,
    args: [],
    files: [{ path: 'fjord.AppImage', executable: true }],
  });
  expect(unpack(out)['fjord.AppImage']?.equals(image)).toBe(true);
  const signature: unknown = JSON.parse(readFileSync(join(out, 'manifest.json.sig'), 'utf8'));
  expect(signature).toMatchObject({ keyid });
  const again = temporaryPath();
  await makeLoader(image, { out: again, sequence: '4' });
  expect(treeOf(again)).toEqual(treeOf(out));
});

test('the next release of the loader reuses the chunks of --previous', async () => {
  const { makeLoader } = await publisher();
  const [one, two] = [temporaryPath(), temporaryPath()];
  const large = noise(4_000_000, 42);
  await makeLoader(large, { out: one });
  const changed = Buffer.concat([large, Buffer.from('more')]);
  const ran = await makeLoader(changed, { out: two, previous: one, version: '1.1.1' });
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(manifestOf(two)).toMatchObject({ sequence: 2, version: '1.1.1' });
  const stored = manifestOf(two).chunks.reduce((sum, chunk) => sum + chunk.stored, 0);
  expect(Number(/previous release: (\d+)/.exec(ran.stdout)?.[1])).toBeLessThan(stored / 2);
});

test('--from releases the older file under a new version and sequence', async () => {
  const { makeLoader, make, config } = await publisher();
  const [old, back] = [temporaryPath(), temporaryPath()];
  await makeLoader(image, { out: old });
  const words = { kind: 'loader', version: '1.1.2', sequence: '7', from: old };
  const ran = await make(['--out', back], words);
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(manifestOf(back)).toMatchObject({ kind: 'loader', entry: brandId, sequence: 7 });
  expect(unpack(back)).toEqual(unpack(old));
  // Neither a loader of another brand nor a program can be made from this release.
  const otherBrand = { id: 'tools.other.loader', version: '1.1.0' };
  writeFileSync(join(dirname(config), 'brand.json'), JSON.stringify(otherBrand));
  const other = await make(['--out', temporaryPath()], { ...words, sequence: '8' });
  expect(other.stderr).toContain(`another brand: ${brandId}, not tools.other.loader`);
  const program = await make(['--out', temporaryPath()], { from: old, sequence: '8' });
  expect(program.stderr).toContain('another kind: loader, not program');
});

test('make refuses files and options that no loader can install, and creates nothing', async () => {
  const { make, makeLoader, keyFile, config, publicKey } = await publisher();
  const out = temporaryPath();
  const good = temporaryPath('fjord.AppImage');
  writeFileSync(good, 'x');
  const brandJson = join(dirname(config), 'brand.json');
  writeFileSync(brandJson, JSON.stringify({ id: brandId, version: '1.1.0' }));
  const file = temporaryPath('fjord.deb');
  writeFileSync(file, 'deb');
  const link = temporaryPath('link.AppImage');
  symlinkSync(file, link);
  const folder = programFolder(small);
  const loader = { kind: 'loader', version: '1.1.0', out };
  const refusals: readonly (readonly [Promise<{ readonly stderr: string }>, string])[] = [
    [make([file], loader), 'ends in .AppImage'],
    [make([folder], loader), 'not a regular file'],
    [make([link], loader), 'it is a link'],
    [make([keyFile], loader), 'publisher key'],
    [make([temporaryPath('none.AppImage')], loader), 'cannot be read'],
    [make([file, file], loader), 'too many arguments'],
    [make([good], { ...loader, platform: 'win32-x64' }), 'ends in .exe'],
    [make([good], { ...loader, version: '1.1' }), '--version must be three numbers'],
    [make([good], { ...loader, version: '1.2.0' }), 'must be 1.1.0, the version in brand.json'],
    [make([good], { ...loader, kind: 'driver' }), '--kind must be program or loader'],
    [make([good], { ...loader, entry: 'fjord.AppImage' }), 'only for a program'],
    [make([good], { ...loader, args: '[]' }), 'only for a program'],
    [make([], loader), 'Give either FILE or --from'],
  ];
  for (const [running, sentence] of refusals) {
    const { stderr } = await running;
    expect(stderr).toContain(sentence);
    expect(existsSync(out)).toBe(false);
  }
  const service = { name: 'App', ownerid: 'OWNER12345' };
  const keys = (name: string, key: string) =>
    writeFileSync(config, JSON.stringify({ service, [name]: { publisherKeys: [key] } }));
  keys('updates', '0'.repeat(64));
  expect((await makeLoader('x', { out })).stderr).toContain(
    `"updates.publisherKeys": ${publicKey}`,
  );
  // The publisher keys of programs do not apply to the loader.
  keys('delivery', '0'.repeat(64));
  expect((await makeLoader('x', { out: temporaryPath() })).exitCode).toBe(0);
  const noBrands = ['{}', `{"id":"${brandId}"}`, '{"id":"fjord","version":"1.1.0"}', '['];
  for (const brand of noBrands) {
    writeFileSync(brandJson, brand);
    expect((await make([good], loader)).stderr).toContain('needs those of its brand');
  }
  expect(existsSync(out)).toBe(false);
});

test('push, list, rollout and retract select the loader with --kind', async () => {
  const { run, service } = await openBench();
  const { makeLoader, make } = await publisher(service.app);
  const [loader, program] = [temporaryPath(), temporaryPath()];
  await makeLoader(image, { out: loader, sequence: '3' });
  await make([programFolder(small), '--out', program, '--sequence', '3'], { entry: 'run.sh' });
  const required = await run(`release push ${loader} --required`);
  expect(required).toMatchObject({ exitCode: 2 });
  expect(required.stderr).toContain('only for a program');
  const pushed = await run(`release push ${loader} --rollout 20`);
  expect(pushed.exitCode, pushed.stderr).toBe(0);
  expect(pushed.stdout).toContain('to 20 % of the installations');
  // The sequences of a loader and of a program are independent.
  expect(await run(`release push ${program}`)).toMatchObject({ exitCode: 0 });
  const line = '--channel stable --platform linux-x64 --sequence 3';
  const states = async () => {
    const { releases } = (await run('release list --json')).json();
    return (releases as { kind: string; rollout: number; state: string }[]).map(
      ({ kind, rollout, state }) => `${kind} ${rollout} ${state}`,
    ); // as its schema says
  };
  expect(await states()).toEqual(['loader 20 published', 'program 100 published']);
  expect(await run(`release rollout 60 --kind loader ${line}`)).toMatchObject({ exitCode: 0 });
  expect(await states()).toEqual(['loader 60 published', 'program 100 published']);
  expect(await run(`release retract --kind loader ${line}`)).toMatchObject({ exitCode: 0 });
  expect(await states()).toEqual(['loader 60 retracted', 'program 100 published']);
  expect(await run(`release retract --kind loader ${line} --undo`)).toMatchObject({ exitCode: 0 });
  expect(await run(`release retract ${line}`)).toMatchObject({ exitCode: 0 });
  expect(await states()).toEqual(['loader 60 published', 'program 100 retracted']);
  expect((await run('release list')).stdout).toMatch(/^KIND +CHANNEL/);
  const wrong = await run(`release retract --kind driver ${line}`);
  expect(wrong.stderr).toContain('--kind');
  expect(wrong.stderr).toContain('program or loader');
});
