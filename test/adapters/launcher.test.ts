// Starting the protected app: its file, arguments, input and environment, and its exit.
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppLauncher, type LauncherParts } from '../../src/main/adapters/launcher.ts';
import type { LaunchOutcome } from '../../src/main/core/ports.ts';
import { reporter, exitOf, type Report } from './reporting-app.ts';

let root: string;
let folder: string;
let report: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'latchkey-launcher-')));
  folder = path.join(root, 'app folder');
  report = path.join(root, 'report.json');
  await mkdir(folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

async function writeApp(name: string, code: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `#!${process.execPath}\n${code}`);
  await chmod(file, 0o755);
  return file;
}

function launcher(launch: { path: string; args?: string[] }, more: Partial<LauncherParts> = {}) {
  const parts = {
    folder,
    production: false,
    output: 'to-stderr',
    runner: undefined,
    ...more,
  } as const;
  return createAppLauncher({ ...parts, launch: { args: [], ...launch } });
}

async function reportOf(outcome: LaunchOutcome): Promise<Report> {
  expect(await exitOf(outcome)).toEqual({ exitCode: 3, signal: null });
  return JSON.parse(await readFile(report, 'utf8')) as Report; // what the reporter above writes
}

describe('the app', () => {
  it('gets one line on its input, then end of file', { tags: 'shebangs' }, async () => {
    await writeApp('app', reporter(report));
    const given = await reportOf(
      await launcher({ path: 'app' }).launch('{"v":1,"name":"Ä 🗝"}', null),
    );
    expect(given.input).toBe('{"v":1,"name":"Ä 🗝"}\n');
    expect(given.cwd).toBe(folder);
  });

  it('gets its arguments and folder unchanged, without a shell', { tags: 'shebangs' }, async () => {
    folder = path.join(root, "$& $$ $' $1");
    await mkdir(folder);
    await writeApp('app', reporter(report));
    const args = ['{folder}/data', '$HOME `id` "; rm -rf', '', 'a b', '{folder}{folder}'];
    const given = await reportOf(await launcher({ path: './app', args }).launch('{}', null));
    expect(given.args).toEqual([`${folder}/data`, ...args.slice(1, 4), folder + folder]);
  });

  it('gets only the allowed environment variables', { tags: 'shebangs' }, async () => {
    vi.stubEnv('LATCHKEY_TEST_SECRET', 'secret');
    vi.stubEnv('NODE_OPTIONS', '--no-deprecation');
    vi.stubEnv('ELECTRON_RUN_AS_NODE', '1');
    vi.stubEnv('DATABASE_URL', 'postgres://user:secret@127.0.0.1/x');
    vi.stubEnv('LC_TIME', 'de_DE.UTF-8');
    await writeApp('app', reporter(report));
    const { env } = await reportOf(await launcher({ path: 'app' }).launch('{}', null));
    expect(env['PATH']).toBe(process.env['PATH']);
    expect(env['LC_TIME']).toBe('de_DE.UTF-8');
    expect(JSON.stringify(env)).not.toContain('secret');
    expect(Object.keys(env)).not.toContain('NODE_OPTIONS');
    expect(Object.keys(env)).not.toContain('ELECTRON_RUN_AS_NODE');
  });

  it('can run on the current Node', async () => {
    const script = await writeApp('app.cjs', reporter(report));
    const given = await reportOf(
      await launcher({ path: '{node}', args: ['{folder}/app.cjs', 'x'] }).launch('{}', null),
    );
    expect(given.args).toEqual(['x']);
    expect(script).toBe(path.join(given.cwd, 'app.cjs'));
  });

  it('may close its input without reading it', { tags: 'shebangs' }, async () => {
    await writeApp('app', 'process.stdin.destroy(); process.exit(0);');
    const outcome = await launcher({ path: 'app' }).launch('x'.repeat(1_000_000), null);
    expect(await exitOf(outcome)).toEqual({ exitCode: 0, signal: null });
  });

  it('reports the signal that ended it', { tags: 'shebangs' }, async () => {
    await writeApp('app', 'process.kill(process.pid, "SIGKILL");');
    expect(await exitOf(await launcher({ path: 'app' }).launch('{}', null))).toEqual({
      exitCode: null,
      signal: 'SIGKILL',
    });
  });

  it('leads a process group, and outlives the loader', { tags: 'shebangs' }, async () => {
    // Throws in the app if no process group has the id of the app's process.
    await writeApp('app', 'process.kill(-process.pid, 0); process.exit(7);');
    expect(await exitOf(await launcher({ path: 'app' }).launch('{}', null))).toMatchObject({
      exitCode: 7,
    });
  });
});

describe('the launcher does not start', () => {
  const refused = (fault: string) => ({ ok: false, fault });

  it.each([true, false])('a missing file (production: %s)', async (production) => {
    expect(await launcher({ path: 'none' }, { production }).launch('{}', null)).toEqual(
      refused('app-missing'),
    );
    expect(await launcher({ path: 'none/at/all' }, { production }).launch('{}', null)).toEqual(
      refused('app-missing'),
    );
  });

  it('a file that cannot be executed', async () => {
    const file = await writeApp('app', '');
    await chmod(file, 0o644);
    expect(await launcher({ path: 'app' }).launch('{}', null)).toEqual(refused('spawn-failed'));
  });

  it('a path or an argument that no system accepts', async () => {
    await writeApp('app', '');
    expect(await launcher({ path: 'a\0b' }).launch('{}', null)).toEqual(refused('app-missing'));
    expect(await launcher({ path: 'app', args: ['a\0b'] }).launch('{}', null)).toEqual(
      refused('spawn-failed'),
    );
  });

  it('a folder', async () => {
    await mkdir(path.join(folder, 'app'));
    expect(await launcher({ path: 'app' }).launch('{}', null)).toEqual(refused('app-missing'));
    expect(await launcher({ path: 'app' }, { production: true }).launch('{}', null)).toEqual(
      refused('app-altered'),
    );
  });
});

describe('in production', () => {
  const production = true;

  it('the launcher starts an app in the folder, even by a link', { tags: 'links' }, async () => {
    await writeApp('app', reporter(report));
    await reportOf(await launcher({ path: 'app' }, { production }).launch('{}', null));
    await symlink(folder, path.join(root, 'link'));
    const linked = launcher({ path: 'app' }, { production, folder: path.join(root, 'link') });
    await reportOf(await linked.launch('{}', null));
  });

  it('the launcher refuses a file outside the folder by any path', { tags: 'links' }, async () => {
    const outside = path.join(root, 'outside');
    await writeFile(outside, `#!${process.execPath}\n`);
    await chmod(outside, 0o755);
    await symlink(outside, path.join(folder, 'link'));
    // Another folder, whose path begins with that of the app's folder.
    await mkdir(`${folder}-other`);
    await symlink(outside, path.join(`${folder}-other`, 'app'));
    for (const name of ['../outside', outside, 'link', `${folder}-other/app`, process.execPath])
      expect(await launcher({ path: name }, { production }).launch('{}', null), name).toEqual({
        ok: false,
        fault: 'app-altered',
      });
  });

  it('the launcher refuses the running Node', async () => {
    expect(
      await launcher({ path: '{node}', args: ['-v'] }, { production }).launch('{}', null),
    ).toEqual({
      ok: false,
      fault: 'app-missing',
    });
  });
});

describe('an installed program', () => {
  const brought = (file: string, more: object = {}) => ({
    file,
    args: ['--windowed', '{folder}'],
    workingFolder: path.join(root, 'data'),
    folder,
    ...more,
  });
  const start = (given: ReturnType<typeof brought>, more: Partial<LauncherParts> = {}) =>
    createAppLauncher({
      launch: undefined,
      folder: root,
      production: true,
      runner: undefined,
      output: 'to-stderr',
      ...more,
    }).launch('{}', given);

  it('starts in its data folder, with its unchanged arguments', { tags: 'shebangs' }, async () => {
    await mkdir(path.join(root, 'data'));
    const file = await writeApp('app', reporter(report));
    const given = await reportOf(await start(brought(file)));
    expect(given).toMatchObject({ cwd: path.join(root, 'data'), args: ['--windowed', '{folder}'] });
  });

  it('does not start from outside its folder', { tags: 'links' }, async () => {
    await mkdir(path.join(root, 'data'));
    const outside = path.join(root, 'outside');
    await writeFile(outside, `#!${process.execPath}\n`);
    await chmod(outside, 0o755);
    await symlink(outside, path.join(folder, 'link'));
    for (const production of [true, false])
      for (const file of [outside, path.join(folder, 'link'), folder])
        expect(await start(brought(file), { production }), file).toEqual({
          ok: false,
          fault: 'app-altered',
        });
    expect(await start(brought(path.join(folder, 'none')))).toEqual({
      ok: false,
      fault: 'app-missing',
    });
  });

  it('runs on the current Node in development only', async () => {
    await mkdir(path.join(root, 'data'));
    const file = path.join(folder, 'app.cjs');
    await writeFile(file, reporter(report));
    const runner = '{node}';
    const given = await reportOf(await start(brought(file), { runner, production: false }));
    expect(given.args).toEqual(['--windowed', '{folder}']);
    expect(await start(brought(file), { runner })).toEqual({ ok: false, fault: 'spawn-failed' });
  });
});
