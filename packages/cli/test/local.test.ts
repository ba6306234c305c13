// The commands for the data folder: app and serve.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli, temporaryFolder } from './support/cli.ts';
import { startTestService } from '../../service/test/support/service.ts';

const create = (data: string, ...more: string[]) =>
  cli(['app', 'create', '--data', data, '--name', 'My App', ...more]);

test('app create prints a seller key that the service accepts', async () => {
  const data = join(temporaryFolder(), 'data');
  const created = await create(data, '--json');
  expect(created).toMatchObject({ exitCode: 0, stderr: '' });
  const { ownerid, sellerkey, publicKey } = created.json();
  expect(ownerid).toMatch(/^[A-Za-z0-9]{10}$/);
  expect(sellerkey).toMatch(/^[A-Za-z0-9]{32}$/);
  const service = await startTestService({ dataFolder: data });
  onTestFinished(() => service.close());
  expect(publicKey).toBe(service.publicKey);
  const stdin = `${String(sellerkey)}\n`;
  const first = await cli(['keys', 'add', '--days', '30', '--key-stdin', '--url', service.url], {
    stdin,
  });
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  const subs = await cli(['subs', 'list', '--json', '--key-stdin', '--url', service.url], {
    stdin,
  });
  expect(subs.json()).toEqual({
    subs: [{ name: 'Default', level: '1', computers: '1', gracedays: '0' }],
  });
});

test('--key-file writes the seller key to a file and hides it', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'key');
  const created = await create(join(folder, 'data'), '--ownerid', 'abcde12345', '--key-file', file);
  expect(created.exitCode).toBe(0);
  const key = readFileSync(file, 'utf8').trim();
  expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(created.stdout + created.stderr).not.toContain(key);
  expect(created.stdout).toContain('abcde12345');
});

test('only the owner can read a key file', { tags: 'modes' }, async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'key');
  await create(join(folder, 'data'), '--key-file', file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a failed app create leaves no key file', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  await create(data, '--ownerid', 'abcde12345');
  const file = join(folder, 'key');
  const twice = await create(data, '--ownerid', 'abcde12345', '--key-file', file);
  expect(twice).toMatchObject({ exitCode: 1, stdout: '' });
  expect(twice.stderr).toContain('already');
  expect(existsSync(file)).toBe(false);
  expect((await create(data, '--ownerid', 'short')).stderr).toContain('10 letters or digits');
  expect(await create(data, '--sub', 'x', '--no-sub')).toMatchObject({ exitCode: 2 });
  const nowhere = join(folder, 'file');
  writeFileSync(nowhere, '');
  expect(await create(nowhere)).toMatchObject({ exitCode: 1, stdout: '' });
});

test('app create asks before it creates a second application with the same name', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const owner = String((await create(data, '--json')).json()['ownerid']);
  const file = join(folder, 'key');
  const count = async () =>
    ((await cli(['app', 'list', '--data', data, '--json'])).json()['applications'] as unknown[])
      .length;
  const again = (options: Parameters<typeof cli>[1], ...more: string[]) =>
    cli(['app', 'create', '--data', data, '--name', 'My App', ...more], options);
  const asked = await again({}, '--key-file', file);
  expect(asked).toMatchObject({ exitCode: 1, stdout: '' });
  expect(asked.stderr).toBe(
    `An application called "My App" already exists (owner id ${owner}).\nNothing was done. Use --yes to confirm.\n`,
  );
  expect((await again({ isTerminal: true, stdin: 'n\n' }, '--key-file', file)).exitCode).toBe(1);
  expect((await again({}, '--json')).json()).toEqual({
    success: false,
    message: 'Nothing was done.',
  });
  expect(existsSync(file)).toBe(false);
  expect(await count()).toBe(1);
  expect((await again({ isTerminal: true, stdin: 'y\n' })).exitCode).toBe(0);
  expect((await again({}, '--yes')).exitCode).toBe(0);
  expect((await again({}, '--ownerid', 'abcde12345')).exitCode).toBe(0);
  expect(await count()).toBe(4);
  // Control: another name needs no confirmation.
  expect((await cli(['app', 'create', '--data', data, '--name', 'my app'])).exitCode).toBe(0);
});

test('--sub and --no-sub choose the first subscription, also by their former names', async () => {
  for (const [options, names] of [
    [[], ['Default']],
    [['--sub', 'Pro'], ['Pro']],
    [['--plan', 'Pro'], ['Pro']],
    [['--no-sub'], []],
    [['--no-plan'], []],
  ] as const) {
    const data = temporaryFolder();
    const key = String((await create(data, '--json', ...options)).json()['sellerkey']);
    const service = await startTestService({ dataFolder: data });
    const listed = await cli(['subs', 'list', '--url', service.url, '--json', '--key-stdin'], {
      stdin: `${key}\n`,
    });
    const subs = listed.json()['subs'] as readonly { name: string }[];
    expect(
      subs.map(({ name }) => name),
      options.join(' '),
    ).toEqual(names);
    await service.close();
  }
  for (const twice of [
    ['--sub', 'x', '--plan', 'y'],
    ['--plan', 'x', '--no-sub'],
    ['--sub', 'x', '--no-plan'],
  ])
    expect(await create(temporaryFolder(), ...twice)).toMatchObject({ exitCode: 2, stdout: '' });
  expect((await create(temporaryFolder(), '--plan')).stderr).toContain('--plan needs a value');
});

test('app newkey replaces the seller key of a listed application', async () => {
  const data = temporaryFolder();
  const before = (await create(data, '--json')).json()['sellerkey'];
  await create(data, '--ownerid', 'abcde12345', '--no-sub');
  const list = await cli(['app', 'list', '--data', data]);
  expect(list.stdout).toMatch(/My App +abcde12345 +1\.0\.0 +on/);
  const newKey = (...more: string[]) =>
    cli(['app', 'newkey', '--data', data, '--name', 'My App', '--json', ...more]);
  expect((await newKey()).stderr).toContain('Several applications');
  const listed = (await cli(['app', 'list', '--data', data, '--json'])).json()['applications'];
  const [{ ownerid } = { ownerid: '' }] = (listed as { ownerid: string }[]).filter(
    (application) => application.ownerid !== 'abcde12345',
  );
  const after = (await newKey('--ownerid', ownerid)).json()['sellerkey'];
  const service = await startTestService({ dataFolder: data });
  onTestFinished(() => service.close());
  for (const [key, exitCode] of [
    [before, 1],
    [after, 0],
  ] as const) {
    const words = ['subs', 'list', '--key-stdin', '--url', service.url];
    expect(await cli(words, { stdin: String(key) })).toMatchObject({ exitCode });
  }
  const audit = await cli(['audit', '--json', '--key-stdin', '--url', service.url], {
    stdin: String(after),
  });
  expect(audit.json()['auditlog']).toMatchObject([{ type: 'newkey' }]);
  expect(audit.stdout).not.toContain(String(after));
});

// The threads of a service load their modules, which takes 36 s in Wine.
test(
  'serve takes the arguments of the service, and ends on a signal',
  { tags: 'many-calls' },
  async () => {
    const data = temporaryFolder();
    const stop = new AbortController();
    const ran = await cli(['serve', '--data', data, '--port', '0', '--json'], {
      stop: stop.signal,
      onWritten: ({ stdout }) => {
        if (stdout !== '') stop.abort();
      },
    });
    expect(ran.exitCode).toBe(0);
    expect(ran.json()['url']).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const wrong = await cli(['serve', '--port', '0']);
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toContain('Usage: latchkey serve');
    rmSync(data, { recursive: true });
  },
);

test('app page names the page of an application, once in the service', async () => {
  const data = temporaryFolder();
  await create(data);
  await cli(['app', 'create', '--data', data, '--name', 'Other']);
  const page = (name: string, pagename: string, ...more: string[]) =>
    cli(['app', 'page', '--data', data, '--name', name, '--pagename', pagename, ...more]);
  const renew = ['--renew', 'https://shop.example/renew'];
  expect((await page('My App', 'my-app', ...renew)).stdout).toContain('is at /my/my-app.');
  expect((await page('Other', 'my-app')).stderr).toContain('the page of another application');
  for (const name of ['My-App', 'ab', 'a'.repeat(41), 'a_b'])
    expect((await page('Other', name)).stderr).toContain('--pagename must have 3 to 40');
  expect((await page('Other', 'assets')).stderr).toContain('reserved');
  const script = ['--renew', 'javascript:alert(1)'];
  expect((await page('Other', 'other', ...script)).stderr).toContain('must be an https link');
  const service = await startTestService({ dataFolder: data });
  onTestFinished(() => service.close());
  const read = () =>
    service.database
      .selectFrom('applications')
      .select(['pageName', 'pageRenew'])
      .where('name', '=', 'My App')
      .executeTakeFirst();
  expect(await read()).toEqual({ pageName: 'my-app', pageRenew: 'https://shop.example/renew' });
  expect((await page('My App', '')).stdout).toContain('has no page');
  expect(await read()).toMatchObject({ pageName: null });
  expect((await page('Other', 'my-app')).exitCode).toBe(0);
});
