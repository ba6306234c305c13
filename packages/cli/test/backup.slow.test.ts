// `latchkey backup`: the copy is a complete data folder, and damaged data is refused.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli, openBench, temporaryFolder } from './support/cli.ts';
import { startTestService } from '../../service/test/support/service.ts';
import { begin, backUp, damage } from './backup-parts.ts';

/** Windows has no mode bits. */
const hasModes = process.platform !== 'win32';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a backup of a running service can be served', async () => {
  const { service } = await openBench();
  const { username } = await service.addUser();
  const contents = join(service.dataFolder, 'files');
  mkdirSync(join(contents, 'an-application'), { recursive: true });
  writeFileSync(join(contents, 'an-application', sha256('content')), 'content');
  writeFileSync(join(contents, 'an-application', sha256('other')), 'other');
  writeFileSync(join(contents, `draft-${'b'.repeat(32)}`), 'half');
  const out = join(temporaryFolder(), 'copy');
  const ran = await cli(['backup', '--data', service.dataFolder, '--out', out, '--json']);
  const keys = { hasSigningKey: true, hasSecret: true, open: [] };
  expect(ran.json()).toEqual({ success: true, folder: out, files: 2, ...keys });
  for (const [name, mode] of [
    ['', 0o700],
    ['latchkey.sqlite', 0o600],
    ['signing-key.pem', 0o600],
    ['service-secret', 0o600],
    ['files', 0o700],
    [join('files', 'an-application'), 0o700],
    [join('files', 'an-application', sha256('content')), 0o600],
    [join('files', 'an-application', sha256('other')), 0o600],
  ] as const)
    if (hasModes) expect(statSync(join(out, name)).mode & 0o777).toBe(mode);
  expect(existsSync(join(out, 'files', `draft-${'b'.repeat(32)}`))).toBe(false);
  expect((await cli(['doctor', '--data', out])).exitCode).toBe(0);
  expect(readFileSync(join(out, 'service-secret'))).toEqual(
    readFileSync(join(service.dataFolder, 'service-secret')),
  );
  const restored = await startTestService({ dataFolder: out });
  onTestFinished(() => restored.close());
  expect(restored.publicKey).toBe(service.publicKey);
  const users = await restored.database.selectFrom('users').select('username').execute();
  expect(users).toEqual([{ username }]);
  const again = await cli(['backup', '--data', service.dataFolder, '--out', out]);
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toContain('overwrites nothing');
});

test('backup shows progress in a terminal only', async () => {
  const { data } = await begin();
  const argv = ['backup', '--data', data, '--out'];
  const { exitCode, stdout, stderr } = await cli([...argv, join(temporaryFolder(), 'copy')], {
    terminal: 80,
  });
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('MiB');
  // The last progress line before it is cleared.
  const [, last] = stderr.split('\r\u001b[K').slice(-3);
  expect(last).toMatch(/^\[#{20}\] (\d) of \1 MiB copied; verifying them$/);
  const unseen = await cli([...argv, join(temporaryFolder(), 'copy')]);
  expect(unseen).toMatchObject({ exitCode: 0, stderr: '' });
});

test.runIf(hasModes)(
  'backup warns about data that others can read, and makes a private copy',
  async () => {
    const { data } = await begin();
    const file = join(data, 'latchkey.sqlite');
    chmodSync(file, 0o644);
    const out = join(temporaryFolder(), 'copy');
    expect((await backUp(data, out)).stdout).toContain(`chmod 600 ${file}`);
    expect(statSync(join(out, 'latchkey.sqlite')).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o600);
    const again = await backUp(data, join(temporaryFolder(), 'copy'));
    expect(again.stdout).not.toContain('chmod');
  },
);

test('backup refers to pg_dump if DATABASE_URL is set', async () => {
  const env = { DATABASE_URL: 'postgresql://u:secret-word@127.0.0.1/x' };
  const ran = await cli(['backup', '--data', temporaryFolder(), '--out', 'x'], { env });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('pg_dump');
  expect(ran.stderr).not.toContain('secret-word');
});

test('backup refuses a damaged database and reports the last good backup', async () => {
  const { data } = await begin();
  const [good, out] = [join(temporaryFolder(), 'good'), join(temporaryFolder(), 'copy')];
  damage(join(data, 'latchkey.sqlite'));
  const first = await backUp(data, out);
  expect(first).toMatchObject({ exitCode: 1, stdout: '' });
  expect(first.stderr).toMatch(/is damaged.* No good backup of this data is known/);
  expect(existsSync(out)).toBe(false);
  const doctor = await cli(['doctor', '--data', data]);
  expect(doctor.exitCode).toBe(1);
  expect(doctor.stdout).toMatch(
    /PROBLEM {2}The content of the database: .* is damaged.* latchkey restore/,
  );

  const whole = await begin();
  expect((await backUp(whole.data, good)).stdout).toContain('The copy was verified.');
  const at = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
  expect(readFileSync(join(whole.data, 'last-backup'), 'utf8')).toMatch(/^20\S+Z\n\S+good\n$/);
  writeFileSync(join(whole.data, 'last-backup'), `${at}\n${good}\n`);
  damage(join(whole.data, 'latchkey.sqlite'));
  const second = await backUp(whole.data, out);
  expect(second.exitCode).toBe(1);
  expect(second.stderr).toContain(`The last good backup is 3 days old: ${good}, of`);
  expect(existsSync(out)).toBe(false);
});

test('backup removes a copy that fails verification', async () => {
  const { data } = await begin();
  const out = join(temporaryFolder(), 'copy');
  mkdirSync(join(data, 'files', 'an-application'), { recursive: true });
  const content = join(data, 'files', 'an-application', sha256('content'));
  writeFileSync(content, 'something else');
  const ran = await backUp(data, out);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toMatch(/The copy is not usable: .* is damaged/);
  expect(existsSync(out)).toBe(false);
  expect(existsSync(join(data, 'last-backup'))).toBe(false);
  writeFileSync(content, 'content');
  expect((await backUp(data, out)).exitCode).toBe(0);
});
