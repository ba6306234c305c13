// `latchkey restore`, its questions, and `latchkey signing-key reset` after a loss or theft.
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli, openBench, temporaryFolder } from './support/cli.ts';
import { ownApplicationId } from '../../service/test/support/own-application.ts';
import { sellerOf } from '../../service/test/support/seller-client.ts';
import { wireTo } from '../../service/test/support/service-client.ts';
import { startTestService } from '../../service/test/support/service.ts';
import { begin, backUp, damage } from './backup-parts.ts';

const restore = (data: string, from: string, ...more: string[]) =>
  cli(['restore', '--data', data, '--from', from, ...more]);

/** Whether a service on the folder accepts each key. */
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

test('restore reports lost data, asks for confirmation, and saves the old data', async () => {
  const { data, sellerkey, publicKey } = await begin();
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  const renewed = await cli(['app', 'newkey', '--data', data, '--name', 'My App', '--json']);
  const newKey = String(renewed.json()['sellerkey']);
  await cli(['app', 'create', '--data', data, '--name', 'Since', '--json']);
  expect(await accepted(data, [sellerkey, newKey])).toEqual([false, true]);

  const asked = await restore(data, out);
  expect(asked.exitCode).toBe(1);
  expect(asked.stderr).toContain(
    'The seller key of "My App" was replaced after the backup. The old one',
  );
  expect(asked.stderr).toContain('"Since" was created after the backup and is lost.');
  expect(asked.stderr).toMatch(/1 application, 0 users and 0 license keys/);
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

test('restore reports revoked seller keys that become valid again', async () => {
  const { data } = await begin();
  const place = ['--data', data, '--name', 'My App'];
  const add = async (label: string) => {
    const words = ['app', 'keys', 'add', '--scope', 'sell', '--label', label, '--json'];
    return String((await cli([...words, ...place])).json()['sellerkey']);
  };
  const [shop, kept] = [await add('shop'), await add('kept')];
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  await cli(['app', 'keys', 'end', 'shop', ...place]);
  expect(await accepted(data, [shop, kept])).toEqual([false, true]);
  const asked = await restore(data, out);
  expect(asked.stderr).toContain('The seller key "shop" of "My App" ended after the backup');
  expect(asked.stderr).not.toContain('"kept"');
  const done = await restore(data, out, '--yes');
  expect(done.stdout).toContain('latchkey app keys end');
  expect(await accepted(data, [shop, kept])).toEqual([true, true]);
});

test('restore restores an uploaded file', async () => {
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

test('restore works without a database, and reports that old seller keys are valid', async () => {
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
  expect(done.stderr).toContain('Every seller key of that time becomes valid again');
  expect(await accepted(data, [sellerkey])).toEqual([true]);
});

test('restore refuses a damaged backup and a running service, and changes nothing', async () => {
  const { service } = await openBench();
  const data = service.dataFolder;
  const out = join(temporaryFolder(), 'copy');
  await backUp(data, out);
  const running = await restore(data, out, '--yes');
  expect(running).toMatchObject({ exitCode: 1, stdout: '' });
  expect(running.stderr).toContain('Stop it first');
  damage(join(out, 'latchkey.sqlite'));
  const damaged = await restore(data, out, '--yes');
  expect(damaged).toMatchObject({ exitCode: 1, stdout: '' });
  expect(damaged.stderr).toContain('is damaged');
  expect(readdirSync(data).filter((name) => name.includes('restor'))).toEqual([]);
  expect((await restore(data, temporaryFolder(), '--yes')).stderr).toContain(
    'has no latchkey.sqlite',
  );
});

test('restore reports a backup of another installation', async () => {
  const [one, other] = [await begin(), await begin()];
  const out = join(temporaryFolder(), 'copy');
  await backUp(other.data, out);
  expect((await restore(one.data, out)).stderr).toContain('ANOTHER INSTALLATION');
});

test('signing-key reset requires confirmation, then creates or accepts a key', async () => {
  const { data, publicKey } = await begin();
  const file = join(data, 'signing-key.pem');
  rmSync(file);
  const reset = (...more: string[]) => cli(['signing-key', 'reset', '--data', data, ...more]);
  expect((await reset()).exitCode).toBe(1);
  expect(existsSync(file)).toBe(false);
  const created = await reset('--yes', '--json');
  expect(created.json()['publicKey']).toMatch(/^[0-9a-f]{64}$/);
  expect(created.json()['publicKey']).not.toBe(publicKey);
  const listed = await cli(['app', 'list', '--data', data, '--json']);
  expect(listed.json()['publicKey']).toBe(created.json()['publicKey']);

  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  chmodSync(file, 0o600);
  expect((await cli(['app', 'list', '--data', data])).stderr).toContain('is not the one');
  expect((await reset('--yes')).exitCode).toBe(0);
  expect((await cli(['app', 'list', '--data', data])).exitCode).toBe(0);
});

test('signing-key reset --secret replaces both files and keeps the rest', async () => {
  const { data, sellerkey, publicKey } = await begin();
  const read = () =>
    ['signing-key.pem', 'service-secret'].map((name) => readFileSync(join(data, name)));
  await accepted(data, []);
  const before = read();
  for (const name of ['signing-key.pem', 'service-secret']) rmSync(join(data, name));
  const words = ['signing-key', 'reset', '--data', data, '--yes', '--json'];
  const keyAlone = await cli(words);
  expect(keyAlone.stderr).toContain('service-secret is missing');
  const created = await cli([...words, '--secret']);
  expect(created.exitCode).toBe(0);
  expect(created.json()['publicKey']).not.toBe(publicKey);
  for (const [index, bytes] of read().entries()) expect(bytes).not.toEqual(before[index]);
  expect(await accepted(data, [sellerkey])).toEqual([true]);
  expect((await cli(['doctor', '--data', data])).exitCode).toBe(0);
});

test('restore reports signing keys that come back or are lost', async () => {
  const { data } = await begin();
  const run = async (words: string) => cli([...words.split(' '), '--data', data, '--json']);
  const old = (await run('signing-key list')).json()['keys'] as { id: string }[]; // as it prints them
  const added = String((await run('signing-key add')).json()['id']);
  await run('signing-key activate');
  const out = join(temporaryFolder(), 'copy');
  expect((await backUp(data, out)).exitCode).toBe(0);
  const outgoing = old[0]?.id ?? '';
  expect(existsSync(join(out, `signing-key-${outgoing}.pem`))).toBe(true);
  expect((await cli(['doctor', '--data', out])).exitCode).toBe(0);
  await run('signing-key retire --yes');
  const later = String((await run('signing-key add')).json()['id']);
  const asked = await restore(data, out);
  expect(asked.stderr).toContain(`The signing key ${outgoing} was retired after the backup`);
  expect(asked.stderr).toContain(`The signing key ${later} was added after the backup`);
  expect((await restore(data, out, '--yes')).exitCode).toBe(0);
  const after = (await run('signing-key list')).json()['keys'];
  expect(after).toMatchObject([
    { id: outgoing, role: 'outgoing' },
    { id: added, role: 'active' },
  ]);
  expect(existsSync(join(data, `signing-key-${later}.pem`))).toBe(false);
  expect((await cli(['doctor', '--data', data])).exitCode).toBe(0);
  // A backup without a trusted key is refused.
  rmSync(join(out, `signing-key-${outgoing}.pem`));
  expect((await restore(data, out)).stderr).toContain('is missing');
});
