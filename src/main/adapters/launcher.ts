// Starts the protected app: no shell, a short environment, one line on its standard input. Never kills it, and puts
// nothing secret into its arguments or environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import type { LoaderConfig } from '../../shared/config.ts';
import type { AppExit, AppLauncher, LaunchOutcome } from '../core/ports.ts';
import { appEnvironment } from './app-environment.ts';
import { coverInherited } from './inherited-descriptors.ts';

export interface LauncherParts {
  readonly launch: LoaderConfig['launch'];
  /** Absolute; the configuration's folder, in a package the resources folder. */
  readonly folder: string;
  /** The running code lies in a package: only programs inside `folder` are started, and never `{node}`. */
  readonly production: boolean;
  /** Where the app's own output goes; `to-stderr` keeps standard output free for what a script reads there. */
  readonly output: 'inherit' | 'to-stderr';
}

interface Program {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
}

type Refusal = Extract<LaunchOutcome, { ok: false }>;

export function createAppLauncher(parts: LauncherParts): AppLauncher {
  return {
    launch: async (line) => {
      const program = await findProgram(parts);
      if (!('file' in program)) return program;
      const args = parts.launch.args.map((text) => text.replaceAll('{folder}', parts.folder));
      return start(program, args, parts, line);
    },
  };
}

async function findProgram({
  launch,
  folder,
  production,
}: LauncherParts): Promise<Program | Refusal> {
  const env = appEnvironment(process.env);
  if (launch.path === '{node}') {
    if (production) return refusal('app-missing');
    // Inside Electron the running program is Node only when told so.
    const asNode = 'electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {};
    return { file: process.execPath, env: { ...env, ...asNode } };
  }
  let file: string;
  let isFile: boolean;
  try {
    file = await realpath(path.resolve(folder, launch.path));
    isFile = (await stat(file)).isFile();
  } catch {
    return refusal('app-missing');
  }
  if (!isFile) return refusal(production ? 'app-altered' : 'app-missing');
  // SECURITY: a link or an absolute path must not lead a packaged loader to a program outside its own folder.
  if (production && !isInside(file, await realpath(folder))) return refusal('app-altered');
  return { file, env };
}

function isInside(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

function start(
  { file, env }: Program,
  args: readonly string[],
  { folder, output }: LauncherParts,
  line: string,
): Promise<LaunchOutcome> {
  const out = output === 'inherit' ? 'inherit' : process.stderr.fd;
  let child: ChildProcess;
  let nothing: number | undefined;
  try {
    nothing = openSync(devNull, 'r+');
    child = spawn(file, args, {
      cwd: folder,
      env,
      shell: false,
      // A process group (on Windows: outside the loader's job), so that the app outlives the loader and its terminal.
      detached: true,
      windowsHide: false,
      stdio: [
        'pipe',
        out,
        output === 'inherit' ? 'inherit' : out,
        ...coverInherited(process.platform, nothing),
      ],
    });
  } catch {
    return Promise.resolve(refusal('spawn-failed'));
  } finally {
    if (nothing !== undefined) closeSync(nothing);
  }
  return new Promise((resolve) => {
    const exited = new Promise<AppExit>((done) => {
      child.once('exit', (exitCode, signal) => done({ exitCode, signal }));
    });
    // Stays for good: a later 'error' without a listener would end the loader.
    child.on('error', () => resolve(refusal('spawn-failed')));
    child.once('spawn', () => {
      // An app that closes its input early is no fault of ours (EPIPE).
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(`${line}\n`);
      child.unref();
      resolve({ ok: true, exited });
    });
  });
}

function refusal(fault: Refusal['fault']): Refusal {
  return { ok: false, fault };
}
