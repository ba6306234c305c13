// A minimal Debian in a folder, for tests that install packages. Its processes see no other process
// of this machine, and use this machine's network. Needs root or sudo, and mmdebstrap.
import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface CleanRoot {
  readonly folder: string;
  /** Runs a program and returns its output. Throws with its stderr if it fails. */
  readonly run: (program: string, ...args: readonly string[]) => string;
  /** Starts a program. SIGKILL to the child also ends the program and its descendants. */
  readonly start: (
    program: string,
    ...args: readonly string[]
  ) => ChildProcessByStdio<null, Readable, Readable>;
  /** Copies a file of this machine to the same name in /tmp of the root, and returns that path. */
  readonly add: (file: string) => string;
  readonly remove: () => void;
}

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? [] : ['sudo', '-n'];

/** Excludes variables of the shell, such as those of npm or of a seller. */
const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };

function rootCommand(args: readonly string[]): string {
  const [program = '', ...rest] = [...asRoot, ...args];
  return execFileSync(program, rest, { env: environment, encoding: 'utf8', stdio: 'pipe' });
}

/** Takes about 15 s the first time, and then 1 s from an archive. */
export function openCleanRoot(): CleanRoot {
  const archive = minimalDebian();
  const folder = mkdtempSync(path.join(tmpdir(), 'clean-root-'));
  rootCommand(['tar', '--extract', '--file', archive, '--directory', folder]);
  const mounts = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev"';
  // Without exec: the kernel forgets --kill-child in a process that changes its user, and the end of
  // the shell, the first process of its namespace, ends all others.
  const enter = `${mounts} && chroot "$0" "$@"; exit $?`;
  const isolated = ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter];
  return {
    folder,
    run: (...command) => rootCommand([...isolated, folder, ...command]),
    start(...command) {
      const [program = '', ...args] = [...asRoot, ...isolated, folder, ...command];
      return spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    },
    add(file) {
      const inside = path.join('/tmp', path.basename(file));
      rootCommand(['cp', file, path.join(folder, inside)]);
      return inside;
    },
    remove: () => void rootCommand(['rm', '-rf', folder]),
  };
}

/** Returns the archive of a minimal Debian of this machine's release. */
function minimalDebian(): string {
  const caches = isRoot ? '/var/cache' : path.join(homedir(), '.cache');
  const cache = path.join(caches, 'latchkey');
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const archive = path.join(cache, `debian-${release}.tar`);
  if (existsSync(archive)) return archive;
  const folder = mkdtempSync(path.join(tmpdir(), 'debian-'));
  try {
    const made = path.join(folder, 'debian.tar');
    rootCommand(['mmdebstrap', '--quiet', '--variant=minbase', `${release}`, made]);
    mkdirSync(cache, { recursive: true });
    // Another process may have created the same archive meanwhile.
    rootCommand(['mv', made, `${archive}.${process.pid}`]);
    renameSync(`${archive}.${process.pid}`, archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return archive;
}
