// The sources of the seller key. SECURITY: no output contains it.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, keyFile, openBench, temporaryFolder } from './support/cli.ts';

const url = 'http://127.0.0.1:9';
const key = 'test0seller0key0of032characters0';

test(
  'a key file that others can read is refused, with the command to fix it',
  { tags: 'modes' },
  async () => {
    for (const mode of [0o640, 0o604, 0o644, 0o660]) {
      const file = keyFile(key, mode);
      const ran = await cli(['subs', 'list', '--url', url, '--key-file', file]);
      expect(ran.exitCode).toBe(1);
      expect(ran.stdout).toBe('');
      expect(ran.stderr).toContain(`chmod 600 ${file}`);
      expect(ran.stderr).not.toContain(key);
    }
  },
);

test('the key can come from the variable, the option or stdin', async () => {
  const { service, keyFile: file } = await openBench();
  const words = ['subs', 'list', '--url', service.url];
  const byVariable = await cli(words, { env: { LATCHKEY_SELLER_KEY_FILE: file } });
  const byOption = await cli([...words, '--key-file', file]);
  const byStdin = await cli([...words, '--key-stdin'], { stdin: `${service.app.sellerkey}\nmore` });
  for (const ran of [byVariable, byOption, byStdin])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(new Set([byVariable.stdout, byOption.stdout, byStdin.stdout]).size).toBe(1);
});

test(
  'a missing or malformed key, or two keys, are refused before any request',
  { tags: 'linux' },
  async () => {
    const words = ['subs', 'list', '--url', url];
    expect(await cli(words)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await cli([...words, '--key-file', 'x', '--key-stdin'])).toMatchObject({ exitCode: 2 });
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'deep'));
    // A pipe without a writer blocks readers forever.
    execFileSync('mkfifo', ['-m', '600', join(folder, 'pipe')]);
    const cases = [
      [join(folder, 'nowhere'), 'does not exist'],
      [join(folder, 'deep'), 'is a folder'],
      [join(folder, 'pipe'), 'is not a regular file'],
      ['/dev/null', 'is not a regular file'],
      [keyFile('two words'), 'no seller key'],
      [keyFile(''), 'no seller key'],
      [keyFile('x'.repeat(20_000)), 'too large'],
    ] as const;
    for (const [file, words2] of cases) {
      const ran = await cli([...words, '--key-file', file]);
      expect(ran.exitCode).toBe(1);
      expect(ran.stderr).toContain(words2);
    }
  },
);

test('a key in the arguments is refused and not repeated', async () => {
  const file = keyFile(key);
  const words = ['--url', url, '--key-file', file];
  for (const argv of [
    ['subs', 'list', `--key=${key}`],
    ['subs', 'list', '--sellerkey', key],
    ['call', 'stats', `sellerkey=${key}`],
  ]) {
    const ran = await cli([...argv, ...words]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stdout + ran.stderr).not.toContain(key);
  }
});

test('the key is masked in all output, even if the service repeats it', async () => {
  const { service, runWith } = await openBench();
  await service.addVariable('leak', `before ${service.app.sellerkey} after`, true);
  for (const argv of [
    ['vars', 'list'],
    ['vars', 'list', '--json'],
    ['vars', 'list', '--wide'],
    ['call', 'fetchallvars'],
    ['subs', 'delete', service.app.sellerkey],
    ['subs', 'delete', service.app.sellerkey, '--json'],
  ]) {
    const ran = await runWith(argv);
    expect(ran.stdout + ran.stderr).not.toContain(service.app.sellerkey);
    expect(ran.stdout + ran.stderr).toContain('[seller key]');
  }
});

test('the error for an invalid key does not contain the key', async () => {
  const { service } = await openBench();
  const wrong = 'wrong0seller0key0of32characters0';
  const ran = await cli(['subs', 'list', '--url', service.url, '--key-file', keyFile(wrong)]);
  expect(ran).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: 'This seller key is not valid.\n',
  });
});

test('a key file is never overwritten', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'kept');
  writeFileSync(file, 'kept');
  chmodSync(file, 0o600);
  const data = join(folder, 'data');
  const ran = await cli(['app', 'create', '--data', data, '--name', 'One', '--key-file', file]);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('nothing is overwritten');
});
