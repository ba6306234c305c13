// The scripts as processes: their errors, and that their children end with them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openElectron, openLoader } from '../../scripts/open-electron.js';

const scripts = resolve(import.meta.dirname, '../../scripts');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ending {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[]): Promise<Ending> {
  return new Promise((resolveEnding) => {
    const child = execFile(process.execPath, args, (_error, stdout, stderr) =>
      resolveEnding({ exitCode: child.exitCode, stdout, stderr }),
    );
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the arguments', () => {
  it.each([['--unknown'], ['--json=yes'], ['--config'], ['something']])(
    'npm start prints its options for the argument %s',
    async (flag) => {
      const ending = await run([join(scripts, 'start.js'), flag]);
      expect(ending).toEqual({
        exitCode: 1,
        stdout: '',
        stderr:
          'npm start knows only --brand NAME, --config FILE, --program LANGUAGE and --json, after "--".\n',
      });
    },
  );

  it('npm start reports a missing configuration file', async () => {
    const file = join(folder, 'none.json');
    const { exitCode, stderr } = await run([join(scripts, 'start.js'), '--config', file]);
    expect([exitCode, stderr]).toEqual([1, `There is no configuration file at ${file}.\n`]);
  });
});

/** A script that starts one child with startNode, prints its process id, and waits. */
function parentCode(then: string): string {
  const child = join(folder, 'child.mjs');
  writeFileSync(child, "console.log('up'); setInterval(() => {}, 1000);");
  return `import { endChildren, firstLine, startNode } from ${JSON.stringify(pathToFileURL(join(scripts, 'children.js')).href)};
    const child = startNode(${JSON.stringify(child)}, []);
    await firstLine(child, 10000);
    console.log(child.pid);
    ${then}`;
}

describe('a child', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'ends when its script is ended by %s',
    async (signal) => {
      const code = parentCode('setInterval(() => {}, 1000);');
      const parent = spawn(process.execPath, ['--input-type=module', '-e', code]);
      const [chunk] = (await once(parent.stdout, 'data')) as [Buffer]; // a stream without encoding
      const pid = Number(chunk.toString('utf8'));
      expect(isRunning(pid)).toBe(true);
      parent.kill(signal);
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 });
    },
  );

  it('has ended when endChildren() resolves', async () => {
    const code = parentCode(
      'await endChildren(); console.log(child.exitCode, child.signalCode); process.exit();',
    );
    const { stdout } = await run(['--input-type=module', '-e', code]);
    expect(stdout.split('\n')[1]).toBe('null SIGTERM');
  });
});

/** A program to run instead of Electron. */
function program(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!${process.execPath}\n${code}`);
  chmodSync(file, 0o755);
  return file;
}

describe('the window', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
  });

  it('is ready when Electron reports it', async () => {
    const code = "console.log('window ready'); setInterval(() => {}, 1000);";
    const opened = await openElectron(program('ready.cjs', code), []);
    if (!opened.ready) throw new Error(opened.reason);
    const ended = once(opened.child, 'exit');
    opened.child.kill();
    await ended;
  });

  it('is not ready when Electron ends; the reason is its last error line', async () => {
    const code =
      "console.error('first'); console.error('no key for this display\\n'); process.exit(1);";
    expect(await openElectron(program('broken.cjs', code), [])).toEqual({
      ready: false,
      reason: 'Electron ended before its window was ready: no key for this display',
    });
  });

  it('writes its log into the folder of the demo, and other lines to the terminal', async () => {
    const line = JSON.stringify({
      at: '2026-11-28T12:00:00.000Z',
      level: 'info',
      event: 'started',
    });
    const code = `console.error('${line}'); console.error('from Chromium'); console.log('window ready'); setInterval(() => {}, 1000);`;
    const terminal = vi.spyOn(console, 'error').mockReturnValue();
    const opened = await openLoader(program('logs.cjs', code), 'loader.config.json', folder);
    if (!opened.ready) throw new Error(opened.reason);
    const ended = once(opened.child, 'close');
    opened.child.kill();
    await ended;
    expect(terminal.mock.calls).toEqual([['from Chromium']]);
    terminal.mockRestore();
    expect(readFileSync(join(folder, 'loader.log'), 'utf8')).toBe(`${line}\n`);
  });

  it('is not ready when the program is missing', async () => {
    const opened = await openElectron(join(folder, 'nothing'), []);
    expect(opened.ready ? '' : opened.reason).toContain('Electron could not be started');
  });

  it('is opened by Electron even if ELECTRON_RUN_AS_NODE is set', async () => {
    vi.stubEnv('ELECTRON_RUN_AS_NODE', '1');
    const code = 'console.error(String(process.env.ELECTRON_RUN_AS_NODE)); process.exit(1);';
    const opened = await openElectron(program('environment.cjs', code), []);
    vi.unstubAllEnvs();
    expect(opened.ready ? '' : opened.reason).toMatch(/: undefined$/);
  });
});
