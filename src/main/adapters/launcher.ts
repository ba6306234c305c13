// Starts the protected app without a shell, with a minimal environment and one line on its stdin.
// Never kills the app. SECURITY: the app's arguments and environment hold no secret.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import type { LoaderConfig } from '../../shared/config.ts';
import type { AppExit, AppLauncher, LaunchableProgram, LaunchOutcome } from '../core/ports.ts';
import { appEnvironment } from './app-environment.ts';
import { hideInheritedDescriptors } from './inherited-descriptors.ts';

export interface LauncherParts {
  /** The program in the package; undefined if the loader installs the program. */
  readonly launch: LoaderConfig['launch'];
  /** Development only: runs the installed program with Node. */
  readonly runner: '{node}' | undefined;
  /** Absolute path of the configuration's folder; in a package, of the resources folder. */
  readonly folder: string;
  /** Whether the loader is packaged. Then `launch.path` is inside `folder`, never `{node}`. */
  readonly production: boolean;
  /** Where the app's output goes. `to-stderr` keeps stdout free for a script that reads it. */
  readonly output: 'inherit' | 'to-stderr';
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

type Refusal = Extract<LaunchOutcome, { ok: false }>;

export function createAppLauncher(parts: LauncherParts): AppLauncher {
  return {
    launch: async (line, installedProgram) => {
      const program = await (installedProgram === null
        ? findPackaged(parts)
        : findInstalled(parts, installedProgram));
      return 'file' in program ? start(program, parts, line) : program;
    },
  };
}

async function findPackaged({
  launch,
  folder,
  production,
}: LauncherParts): Promise<Program | Refusal> {
  if (launch === undefined) return refusal('app-missing');
  // A function, because patterns such as `$&` are special in a replacement string.
  const args = launch.args.map((text) => text.replaceAll('{folder}', () => folder));
  if (launch.path === '{node}')
    return production ? refusal('app-missing') : { ...currentNode(), args, cwd: folder };
  const file = await resolveFile(path.resolve(folder, launch.path));
  if (file === 'none') return refusal('app-missing');
  if (file === 'no-file') return refusal(production ? 'app-altered' : 'app-missing');
  // SECURITY: a link or absolute path must not lead a packaged loader out of its folder.
  if (production && !isInside(file.path, await realpath(folder))) return refusal('app-altered');
  return { file: file.path, args, env: appEnvironment(process.env), cwd: folder };
}

async function findInstalled(
  { runner, production }: LauncherParts,
  { file: entry, args, workingFolder, folder }: LaunchableProgram,
): Promise<Program | Refusal> {
  const file = await resolveFile(entry);
  if (file === 'none') return refusal('app-missing');
  // SECURITY: the verified files are in that folder; a link must not lead out of it.
  if (file === 'no-file' || !isInside(file.path, await realpath(folder)))
    return refusal('app-altered');
  const cwd = workingFolder;
  if (runner === '{node}' && !production)
    return { ...currentNode(), args: [file.path, ...args], cwd };
  return { file: file.path, args, env: appEnvironment(process.env), cwd };
}

/** Electron's binary acts as Node only with this variable. */
function currentNode(): Pick<Program, 'file' | 'env'> {
  const asNode = 'electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  return { file: process.execPath, env: { ...appEnvironment(process.env), ...asNode } };
}

async function resolveFile(
  location: string,
): Promise<{ readonly path: string } | 'none' | 'no-file'> {
  try {
    const file = await realpath(location);
    return (await stat(file)).isFile() ? { path: file } : 'no-file';
  } catch {
    return 'none';
  }
}

function isInside(file: string, folder: string): boolean {
  const relativePath = path.relative(folder, file);
  return (
    relativePath !== '' &&
    relativePath !== '..' &&
    !relativePath.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relativePath)
  );
}

function start(
  { file, args, env, cwd }: Program,
  { output }: LauncherParts,
  line: string,
): Promise<LaunchOutcome> {
  const out = output === 'inherit' ? 'inherit' : process.stderr.fd;
  let child: ChildProcess;
  let nullDevice: number | undefined;
  try {
    nullDevice = openSync(devNull, 'r+');
    child = spawn(file, args, {
      cwd,
      env,
      shell: false,
      // A new process group (on Windows: outside the loader's job), so the app outlives the loader.
      detached: true,
      windowsHide: false,
      stdio: [
        'pipe',
        out,
        output === 'inherit' ? 'inherit' : out,
        ...hideInheritedDescriptors(process.platform, nullDevice),
      ],
    });
  } catch {
    return Promise.resolve(refusal('spawn-failed'));
  } finally {
    if (nullDevice !== undefined) closeSync(nullDevice);
  }
  return new Promise((resolve) => {
    const exited = new Promise<AppExit>((done) => {
      child.once('exit', (exitCode, signal) => done({ exitCode, signal }));
    });
    // This listener stays: a later 'error' without a listener would end the loader.
    child.on('error', () => resolve(refusal('spawn-failed')));
    child.once('spawn', () => {
      // An app may close its input early (EPIPE).
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
