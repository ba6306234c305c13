// The Debian package of the service in a minimal Debian: installed, started as its unit says, signed
// in to, upgraded, rolled back, removed and purged.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildIfStale } from '../../scripts/build-if-stale.js';
import {
  buildDebianPackage,
  debianRelease,
  stageDebianFiles,
} from '../../scripts/service-release/debian-package.ts';
import { stageRelease } from '../../scripts/service-release/stage-release.ts';
import {
  freshChallenge,
  hwid,
  isSignatureValid,
  readAnswer,
} from '../../packages/service/test/support/service-client.ts';
import { openCleanRoot, type CleanRoot } from '../support/clean-root.ts';

const project = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-debian-'));
const [older, newer] = ['1.0.0', '1.1.0-beta.1'];
const packageOf = (version: string) => path.join(folder, `latchkey-service_${version}.deb`);
const data = '/var/lib/latchkey';
const unitFile = 'usr/lib/systemd/system/latchkey.service';
const password = 'a good pass phrase';

beforeAll(async () => {
  await buildIfStale();
  const stage = path.join(folder, 'stage');
  stageRelease(project, path.join(stage, debianRelease));
  stageDebianFiles(project, stage);
  const service = path.join(stage, debianRelease, 'node_modules/@latchkey/service');
  expect(existsSync(path.join(service, 'desk/index.html'))).toBe(true);
  for (const version of [older, newer]) {
    const output = packageOf(version);
    buildDebianPackage({ project, stage, version, output, isQuick: true });
  }
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function openRoot(): CleanRoot {
  const root = openCleanRoot();
  onTestFinished(root.remove);
  return root;
}

const asUser = ['setpriv', '--reuid=latchkey', '--regid=latchkey', '--clear-groups'] as const;

/** Starts the unit's command as its user, with its settings, and ends it after `use`. */
async function whileServing<T>(root: CleanRoot, use: (url: string) => Promise<T>): Promise<T> {
  const unit = readFileSync(path.join(root.folder, unitFile), 'utf8');
  const [, settings = ''] = /^EnvironmentFile=(.+)$/m.exec(unit) ?? [];
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  const script = `set -a; . ${settings}; exec ${command} --port 0 --json`;
  const service = root.start(...asUser, 'sh', '-c', script);
  onTestFinished(() => void service.kill('SIGKILL'));
  const ended = once(service, 'exit');
  let log = '';
  service.stderr.on('data', (text: Buffer) => (log += text.toString()));
  const failed = ended.then(() => Promise.reject(new Error(`The service does not start:\n${log}`)));
  const started = once(createInterface({ input: service.stdout }), 'line');
  const [line] = (await Promise.race([started, failed])) as [string];
  failed.catch(() => undefined);
  const { url } = JSON.parse(line) as { url: string };
  const result = await use(url);
  service.kill('SIGKILL');
  await ended;
  await expect(fetch(url), 'the service has ended').rejects.toThrow('fetch failed');
  return result;
}

interface Application {
  readonly ownerid: string;
  readonly publicKey: string;
  readonly sellerkey: string;
}

/** Signs in, and returns the verified answer. */
async function signIn(url: string, { ownerid, publicKey }: Application) {
  const ask = async (parameters: Readonly<Record<string, string>>) => {
    const all = { name: 'Shop', ownerid, challenge: freshChallenge(), ...parameters };
    const query = new URLSearchParams(all).toString();
    const answer = await readAnswer(await fetch(`${url}/api/1.3/?${query}`));
    expect(isSignatureValid(publicKey, answer)).toBe(true);
    return answer.body;
  };
  const { sessionid } = await ask({ type: 'init', ver: '1.0.0' });
  const login = { type: 'login', username: 'Anna', pass: password, hwid };
  return ask({ ...login, sessionid: String(sessionid) });
}

test('the package installs, serves, upgrades, rolls back, and deletes data only when purged', async () => {
  const root = openRoot();
  const inRoot = (file: string) => path.join(root.folder, file);
  const modeOf = (file: string) => (statSync(inRoot(file)).mode & 0o7777).toString(8);
  const install = (version: string) => root.run('dpkg', '--install', root.add(packageOf(version)));
  const installed = () =>
    root.run('dpkg-query', '--show', '--showformat=${Version}', 'latchkey-service');
  // Bystanders: another service's data, and a key that the hoster put beside the settings.
  root.run(
    'sh',
    '-c',
    'mkdir /var/lib/other /etc/latchkey; touch /var/lib/other/a /etc/latchkey/b.pem',
  );

  expect(install(older)).toContain('latchkey app create');
  root.run('dpkg', '--verify', 'latchkey-service');
  expect(root.run('id', '--name', '--user', 'latchkey').trim()).toBe('latchkey');
  expect([modeOf(data), modeOf('etc/latchkey/service.env')]).toEqual(['700', '640']);
  expect(root.run('latchkey', 'serve', '--help')).toContain('--trust-proxy');

  const created = root.run(
    ...asUser,
    ...['latchkey', 'app', 'create', '--data', data, '--name', 'Shop', '--json'],
  );
  const app = JSON.parse(created) as Application; // checked by the sign-in
  await whileServing(root, async (url) => {
    root.run(
      'sh',
      ...['-c', 'echo "$1" > /tmp/key; chmod 600 /tmp/key; echo "$2" > /tmp/password'],
      ...['sh', app.sellerkey, password],
    );
    const add = `latchkey users add Anna --sub Default --days 1 --password-stdin --url ${url} --key-file /tmp/key`;
    root.run('sh', '-c', `${add} < /tmp/password`);
    expect(await signIn(url, app)).toMatchObject({ success: true });
  });
  // Nothing that the service wrote belongs to root or is readable to others.
  expect(root.run('find', data, '(', '!', '-user', 'latchkey', '-o', '-perm', '/077', ')')).toBe(
    '',
  );

  root.run('sh', '-c', 'echo \'LATCHKEY_SERVE="--requests 600"\' > /etc/latchkey/service.env');
  for (const version of [newer, older]) {
    install(version);
    expect(installed()).toBe(version.replace('-', '~'));
    expect(readFileSync(inRoot('etc/latchkey/service.env'), 'utf8')).toContain('--requests 600');
    expect(modeOf('etc/latchkey/service.env')).toBe('640');
    expect(await whileServing(root, (url) => signIn(url, app))).toMatchObject({ success: true });
  }

  expect(root.run('dpkg', '--remove', 'latchkey-service')).toContain('/var/lib/latchkey stays');
  const gone = [debianRelease, 'usr/bin/latchkey', unitFile].map((file) =>
    existsSync(inRoot(file)),
  );
  expect(gone).toEqual([false, false, false]);
  expect(existsSync(inRoot(`${data}/signing-key.pem`))).toBe(true);
  expect(existsSync(inRoot('etc/latchkey/service.env'))).toBe(true);
  root.run('dpkg', '--purge', 'latchkey-service');
  const left = [data, 'etc/latchkey/service.env', 'var/lib/other/a', 'etc/latchkey/b.pem'];
  expect(left.map((file) => existsSync(inRoot(file)))).toEqual([false, false, true, true]);
  expect(root.run('id', '--name', '--user', 'latchkey').trim()).toBe('latchkey');
}, 120_000);

test('a link selects the release, also for the links to its command', () => {
  const place = path.join(folder, 'opt');
  const next = path.join(place, 'next/bin');
  mkdirSync(next, { recursive: true });
  const released = path.join(folder, 'stage', debianRelease);
  cpSync(path.join(released, 'bin/latchkey'), path.join(next, 'latchkey'));
  writeFileSync(path.join(next, 'node'), '#!/bin/sh\necho the next release\n', { mode: 0o755 });
  const [current, command] = [path.join(place, 'current'), path.join(place, 'latchkey')];
  symlinkSync('current/bin/latchkey', command);
  const output = (release: string) => {
    rmSync(current, { force: true });
    symlinkSync(release, current);
    return execFileSync(command, ['serve', '--help'], { encoding: 'utf8' });
  };
  expect(output(released)).toContain('--trust-proxy');
  expect(output('next')).toBe('the next release\n');
  expect(output(released)).toContain('--trust-proxy');
  const unit = readFileSync(path.join(released, 'share/latchkey.service'), 'utf8');
  expect(unit).toContain('ExecStart=/opt/latchkey/current/bin/latchkey serve ');
});

test('systemd understands the whole unit, and rates its exposure as low', () => {
  const unit = readFileSync(path.join(folder, 'stage', unitFile), 'utf8');
  const file = path.join(folder, 'latchkey.service');
  // The command must exist on this machine.
  writeFileSync(file, unit.replace('/usr/bin/latchkey', process.execPath));
  const analyze = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    return { status, ours: stderr.split('\n').filter((line) => line.includes('latchkey')) };
  };
  expect(analyze('verify', file)).toEqual({ status: 0, ours: [] });
  // From 0, the best, to 100. More than the threshold is an error.
  const rating = ['security', '--offline=true', '--no-pager', '--threshold=15', file];
  expect(analyze(...rating)).toEqual({ status: 0, ours: [] });
});
