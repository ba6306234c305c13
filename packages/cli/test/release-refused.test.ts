// Errors of `latchkey release make`: files that some platform cannot install, and wrong options.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/cli.ts';
import {
  temporaryPath,
  programFolder,
  publisher,
  type Files,
} from '../../../test/support/release.ts';
import { manifestOf, small } from './release-parts.ts';

type Trick = readonly [string, Files, string];

const tricks: readonly Trick[] = [
  ['colon', { 'a:b': '' }, 'a colon'],
  ['full stop at the end', { 'a/b.': '' }, 'full stop or space'],
  ['space at the end of a folder', { 'a /b': '' }, 'full stop or space'],
  ['device', { 'a/nul.txt': '' }, 'reserves this name'],
  ['device with a superscript', { 'COM¹': '' }, 'reserves this name'],
  ['turned writing', { 'a\u202eb': '' }, 'an invisible character'],
  ['two compositions', { 'a\u00e9': '', 'ae\u0301': '' }, 'the same as'],
  ['too long', { [`${'d'.repeat(200)}/${'e'.repeat(200)}`]: '' }, 'more than 400'],
];

/** Windows has no such files. */
const foreignTricks: readonly Trick[] = [
  ['backslash', { 'a\\b': '' }, 'a backslash'],
  ['wildcard', { 'a?': '' }, 'Windows does not allow'],
  ['line end', { 'a\nb': '' }, 'an invisible character'],
  ['two cases', { 'a/File': '', 'a/file': '' }, 'the same as'],
  ['two cases of a folder', { 'A/x': '', 'a/y': '' }, 'the same as'],
  ['a file and a folder', { data2: '', 'DATA2/x': '' }, 'the same as'],
];

async function refuse(_what: string, files: Files, sentence: string): Promise<void> {
  const { make } = await publisher();
  const out = temporaryPath();
  const ran = await make([programFolder({ ...small, ...files }), '--out', out], {
    entry: 'run.sh',
  });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain(sentence);
  expect(ran.stderr).toContain('Nothing was created');
  expect(readdirSync(dirname(out))).toEqual([]);
}

test.each(tricks)('make refuses an unportable path: %s', refuse);
test.each(foreignTricks)('make refuses an unportable path: %s', { tags: 'names' }, refuse);

test(
  'make refuses links and the publisher key, and reports every problem',
  { tags: 'links' },
  async () => {
    const { make, keyFile } = await publisher();
    const folder = programFolder({ ...small, 'a:b': '' });
    symlinkSync('run.sh', join(folder, 'link'));
    symlinkSync(dirname(keyFile), join(folder, 'folder-link'));
    const ran = await make([folder, '--out', temporaryPath()], { entry: 'run.sh' });
    expect(ran.exitCode).toBe(1);
    for (const line of ['link: it is a link', 'folder-link: it is a link', 'a:b: it has a colon'])
      expect(ran.stderr).toContain(line);
    const inside = programFolder(small);
    copyFileSync(keyFile, join(inside, 'key.pem'));
    chmodSync(join(inside, 'key.pem'), 0o600);
    const leaking = await make([inside, '--out', temporaryPath()], {
      entry: 'run.sh',
      'publisher-key': join(inside, 'key.pem'),
    });
    expect(leaking.exitCode).toBe(1);
    expect(leaking.stderr).toContain('key.pem: it is the publisher key');
  },
);

test('make reports wrong options, and creates nothing', async () => {
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
  const [one, other] = [temporaryPath(), temporaryPath()];
  expect((await make([folder, '--out', one], { entry: 'run.sh', channel: 'beta' })).exitCode).toBe(
    0,
  );
  const cases: readonly (readonly [
    Readonly<Record<string, string>>,
    string,
    (readonly string[])?,
  ])[] = [
    [{ entry: 'missing' }, 'There is no file missing'],
    [{ entry: '../run.sh' }, 'inside DIR'],
    [{ entry: 'run.sh', channel: 'Stable' }, '--channel must be'],
    [{ entry: 'run.sh', platform: 'windows' }, '--platform must be'],
    [{ entry: 'run.sh', version: 'x'.repeat(51) }, '--version must be'],
    [{ entry: 'run.sh', args: '"one"' }, '--args must be'],
    [{ entry: 'run.sh', 'published-at': 'soon' }, 'is not a date'],
    [{ entry: 'run.sh', notes: binary }, 'is not UTF-8 text'],
    [{ entry: 'run.sh', config: stranger }, `"delivery.publisherKeys": ${publicKey}`],
    [{ entry: 'run.sh', config: broken }, 'is not a configuration of a loader'],
    [{ entry: 'run.sh' }, 'another channel: beta, not stable', ['--previous', one]],
    [
      { entry: 'run.sh' },
      'Use either --previous or --sequence',
      ['--previous', one, '--sequence', '2'],
    ],
    [{ entry: 'run.sh' }, 'whole number', ['--sequence', '0']],
  ];
  for (const [words, sentence, more = []] of cases) {
    const ran = await make([folder, '--out', other, ...more], words);
    expect(ran.exitCode, sentence).not.toBe(0);
    expect(ran.stderr).toContain(sentence);
    expect(existsSync(other)).toBe(false);
  }
  expect(
    (await make([folder, '--out', other], { entry: 'run.sh', 'publisher-key': config })).stderr,
  ).toMatch(process.platform === 'win32' ? 'no readable private key' : 'read by other users');
  const taken = await make([folder, '--out', one], { entry: 'run.sh' });
  expect(taken.stderr).toContain('nothing is overwritten');
  expect(manifestOf(one).channel).toBe('beta');
});

test.each(['run.bat', 'run.cmd', 'run.ps1', 'run.sh', 'run'])(
  'Windows starts no %s, so it is no entry there',
  async (entry) => {
    const { make } = await publisher();
    const folder = programFolder({ [entry]: 'echo', 'run.EXE': 'MZ', 'run.mjs': '' });
    const out = temporaryPath('release');
    const given = { entry, platform: 'win32-x64' };
    const ran = await make([folder, '--out', out], given);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain('--entry must be an .exe file');
    expect(existsSync(out)).toBe(false);
    for (const allowed of ['run.EXE', 'run.mjs'])
      expect(
        await make([folder, '--out', temporaryPath(allowed)], { ...given, entry: allowed }),
      ).toMatchObject({ exitCode: 0 });
  },
);
