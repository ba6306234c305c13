// `latchkey backup`, `latchkey restore` and `latchkey signing-key reset`: what is damaged is refused before and after copying, and
// what a restore would bring back is said before it is done.
import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli, openBench, temporaryFolder } from '../support/cli.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { wireTo } from '../support/service-client.ts';
import { startTestService } from '../support/service.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An application in a folder of its own, with its seller key; no service runs. */
async function begin() {
  const data = join(temporaryFolder(), 'data');
  const made = await cli(['app', 'create', '--data', data, '--name', 'My App', '--json']);
  const { sellerkey, publicKey } = made.json();
  return { data, sellerkey: String(sellerkey), publicKey: String(publicKey) };
}

const backUp = (data: string, out: string) => cli(['backup', '--data', data, '--out', out]);
const restore = (data: string, from: string, ...more: string[]) =>
  cli(['restore', '--data', data, '--from', from, ...more]);

/** In the middle, where tables are. */
function damage(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(8192, 0xff), 0, 8192, 16 * 4096);
  closeSync(handle);
}

/** How the seller API takes each key, by a service that runs on the folder for as long as it takes. */
async function accepted(data: string, keys: readonly string[]): Promise<readonly boolean[]> {
  const service = await startTestService({ dataFolder: data });
  const taken: boolean[] = [];
  for (const key of keys) {
    const words = ['subs', 'list', '--key-stdin', '--url', service.url];
    taken.push((await cli(words, { stdin: key })).exitCode === 0);
  }
  await service.close();
  return taken;
}

test('a backup that was made while the service ran is a service itself', async () => {
  const { service } = await openBench();
  const { username } = await service.addUser();
  const contents = join(service.dataFolder, 'files');
  mkdirSync(join(contents, 'an-application'), { recursive: true });
  // In the folder of its application, and as an earlier version left it.
  writeFileSync(join(contents, 'an-application', sha256('content')), 'content');
  writeFileSync(join(contents, sha256('old')), 'old');
  writeFileSync(join(contents, `draft-${'b'.repeat(32)}`), 'half');
  const out = join(temporaryFolder(), 'copy');
  const ran = await cli(['backup', '--data', service.dataFolder, '--out', out, '--json']);
  const keys = { hasSigningKey: true, hasSecret: true };
  expect(ran.json()).toEqual({ success: true, folder: out, files: 2, ...keys });
  for (const [name, mode] of [
    ['', 0o700],
    ['latchkey.sqlite', 0o600],
    ['signing-key.pem', 0o600],
    ['service-secret', 0o600],
    ['files', 0o700],
    [join('files', 'an-application'), 0o700],
    [join('files', 'an-application', sha256('content')), 0o600],
    [join('files', sha256('old')), 0o600],
  ] as const)
    expect(statSync(join(out, name)).mode & 0o777).toBe(mode);
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
  expect(again.stderr).toContain('nothing is overwritten');
});

test('where the database is elsewhere, backup says what to do instead', async () => {
  const env = { DATABASE_URL: 'postgresql://u:secret-word@127.0.0.1/x' };
  const ran = await cli(['backup', '--data', temporaryFolder(), '--out', 'x'], { env });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('pg_dump');
  expect(ran.stderr).not.toContain('secret-word');
});

test('a damaged database is not copied, and it is said how old the last good backup is', async () => {
  const { data } = await begin();
  const [good, out] = [join(temporaryFolder(), 'good'), join(temporaryFolder(), 'copy')];
  damage(join(data, 'latchkey.sqlite'));
  const first = await backUp(data, out);
  expect(first).toMatchObject({ exitCode: 1, stdout: '' });
  expect(first.stderr).toMatch(/is damaged.* No good backup of it is known/);
  expect(existsSync(out)).toBe(false);

  const whole = await begin();
  expect((await backUp(whole.data, good)).stdout).toContain('It was read again and is whole');
  const at = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
  expect(readFileSync(join(whole.data, 'last-backup'), 'utf8')).toMatch(/^20\S+Z\n\S+good\n$/);
  writeFileSync(join(whole.data, 'last-backup'), `${at}\n${good}\n`);
  damage(join(whole.data, 'latchkey.sqlite'));
  const second = await backUp(whole.data, out);
  expect(second.exitCode).toBe(1);
  expect(second.stderr).toContain(`The last good backup is 3 days old: ${good}, of`);
  expect(existsSync(out)).toBe(false);
});

test('a copy that is not whole does not stay', async () => {
  const { data } = await begin();
  const out = join(temporaryFolder(), 'copy');
  mkdirSync(join(data, 'files', 'an-application'), { recursive: true });
  const content = join(data, 'files', 'an-application', sha256('content'));
  writeFileSync(content, 'something else');
  const ran = await backUp(data, out);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toMatch(/The copy was not good: .* is damaged/);
  expect(existsSync(out)).toBe(false);
  expect(existsSync(join(data, 'last-backup'))).toBe(false);
  writeFileSync(content, 'content');
  expect((await backUp(data, out)).exitCode).toBe(0);
});

test('restore says which seller keys come back and what is lost, asks, and keeps what was there', async () => {
  const { data, sellerkey, publicKey } = await begin();
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  const renewed = await cli(['app', 'newkey', '--data', data, '--name', 'My App', '--json']);
  const newKey = String(renewed.json()['sellerkey']);
  await cli(['app', 'create', '--data', data, '--name', 'Since', '--json']);
  expect(await accepted(data, [sellerkey, newKey])).toEqual([false, true]);

  const asked = await restore(data, out);
  expect(asked.exitCode).toBe(1);
  expect(asked.stderr).toContain('The seller key of "My App" was replaced since: the old one');
  expect(asked.stderr).toContain('"Since" was made since and is not in it.');
  expect(asked.stderr).toMatch(/1 applications?, 0 users and 0 licenses/);
  expect(await accepted(data, [sellerkey, newKey])).toEqual([false, true]);

  const done = await restore(data, out, '--yes');
  expect(done.exitCode).toBe(0);
  expect(done.stdout).toContain('latchkey app newkey');
  expect(await accepted(data, [sellerkey, newKey])).toEqual([true, false]);
  const [before = ''] = readdirSync(data).filter((name) => name.startsWith('before-restore-'));
  expect(done.stdout).toContain(before);
  expect(await accepted(join(data, before), [sellerkey, newKey])).toEqual([false, true]);
  const listed = await cli(['app', 'list', '--data', data, '--json']);
  expect(listed.json()['publicKey']).toBe(publicKey);
});

test('a file that a seller added is served again after backup and restore', async () => {
  const { service } = await openBench();
  const upload = join(service.dataFolder, 'upload', ownApplicationId);
  mkdirSync(upload, { recursive: true });
  writeFileSync(join(upload, 'tool.bin'), 'the tool');
  const { body } = await sellerOf(service)('upload', { name: 'tool.bin', authed: '0' });
  const [out, empty] = [join(temporaryFolder(), 'copy'), temporaryFolder()];
  await backUp(service.dataFolder, out);
  expect((await restore(empty, out, '--yes')).exitCode).toBe(0);
  const restored = await startTestService({ dataFolder: empty });
  onTestFinished(() => restored.close());
  const wire = wireTo(restored);
  const fileid = String(body['id']);
  const got = await wire.send({ type: 'file', sessionid: await wire.init(), fileid });
  expect(Buffer.from(String(got.body['contents']), 'hex').toString()).toBe('the tool');
});

test('restore puts a backup where everything is gone, and says that old seller keys are good', async () => {
  const { data, sellerkey } = await begin();
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  rmSync(join(data, 'latchkey.sqlite'));
  const refused = await cli(['app', 'list', '--data', data]);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('latchkey restore');
  const doctor = await cli(['doctor', '--data', data]);
  expect(doctor.stdout).toContain('latchkey restore');
  const done = await restore(data, out, '--yes');
  expect(done.exitCode).toBe(0);
  expect(done.stderr).toContain('every seller key of that time is good again');
  expect(await accepted(data, [sellerkey])).toEqual([true]);
});

test('restore refuses a damaged backup and a running service, and changes nothing', async () => {
  const { service } = await openBench();
  const data = service.dataFolder;
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  const running = await restore(data, out, '--yes');
  expect(running).toMatchObject({ exitCode: 1, stdout: '' });
  expect(running.stderr).toContain('stop it first');
  damage(join(out, 'latchkey.sqlite'));
  const damaged = await restore(data, out, '--yes');
  expect(damaged).toMatchObject({ exitCode: 1, stdout: '' });
  expect(damaged.stderr).toContain('is damaged');
  expect(readdirSync(data).filter((name) => name.includes('restor'))).toEqual([]);
  expect((await restore(data, temporaryFolder(), '--yes')).stderr).toContain(
    'There is no latchkey.sqlite',
  );
});

test('restore names the backup of another installation', async () => {
  const [one, other] = [await begin(), await begin()];
  const out = join(temporaryFolder(), 'copy');
  await backUp(other.data, out);
  expect((await restore(one.data, out)).stderr).toContain('ANOTHER INSTALLATION');
});

test('signing-key reset asks, then makes the key that was lost or takes the one that is there', async () => {
  const { data, publicKey } = await begin();
  const file = join(data, 'signing-key.pem');
  rmSync(file);
  const reset = (...more: string[]) => cli(['signing-key', 'reset', '--data', data, ...more]);
  expect((await reset()).exitCode).toBe(1);
  expect(existsSync(file)).toBe(false);
  const made = await reset('--yes', '--json');
  expect(made.json()['publicKey']).toMatch(/^[0-9a-f]{64}$/);
  expect(made.json()['publicKey']).not.toBe(publicKey);
  const listed = await cli(['app', 'list', '--data', data, '--json']);
  expect(listed.json()['publicKey']).toBe(made.json()['publicKey']);

  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  chmodSync(file, 0o600);
  expect((await cli(['app', 'list', '--data', data])).stderr).toContain('is not the one');
  expect((await reset('--yes')).exitCode).toBe(0);
  expect((await cli(['app', 'list', '--data', data])).exitCode).toBe(0);
});

test('after a theft both files are made anew by one command, and everything else stays', async () => {
  const { data, sellerkey, publicKey } = await begin();
  const read = () =>
    ['signing-key.pem', 'service-secret'].map((name) => readFileSync(join(data, name)));
  await accepted(data, []);
  const before = read();
  for (const name of ['signing-key.pem', 'service-secret']) rmSync(join(data, name));
  const words = ['signing-key', 'reset', '--data', data, '--yes', '--json'];
  const keyAlone = await cli(words);
  expect(keyAlone.stderr).toContain('service-secret is missing');
  const made = await cli([...words, '--secret']);
  expect(made.exitCode).toBe(0);
  expect(made.json()['publicKey']).not.toBe(publicKey);
  for (const [index, bytes] of read().entries()) expect(bytes).not.toEqual(before[index]);
  expect(await accepted(data, [sellerkey])).toEqual([true]);
  expect((await cli(['doctor', '--data', data])).exitCode).toBe(0);
});
