// Lists the files of a program folder, or the one file of a loader, and reports files that cannot be
// released.
import type { Stats } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { maxReleaseFiles } from '@latchkey/protocol/release/manifest.ts';
import {
  findCollision,
  maxPathLength,
  pathProblem,
  type PathProblem,
} from '@latchkey/protocol/release/paths.ts';
import { CliProblem, errorCode } from '../problem.ts';

export interface ProgramFile {
  /** Path relative to the folder, with `/` as separator. */
  readonly path: string;
  /** Absolute path on this machine. */
  readonly absolutePath: string;
  readonly size: number;
  readonly isExecutable: boolean;
}

export interface ProgramFolder {
  /** Files sorted by path, in an order that is the same on every machine. */
  readonly files: readonly ProgramFile[];
  /** Number of folders without files. A release cannot contain such folders. */
  readonly emptyFolders: number;
}

const problemTexts: Readonly<Record<PathProblem, string>> = {
  empty: 'a part of the name is empty',
  'too-long': `it has more than ${maxPathLength} characters`,
  'name-too-long': 'a name in it has more than 255 bytes',
  absolute: 'it begins with a slash',
  outside: 'it points outside the folder',
  backslash: 'it has a backslash',
  colon: 'it has a colon',
  character: 'Windows does not allow < > " | ? * in names',
  invisible: 'it has an invisible character',
  ending: 'Windows removes a full stop or space at the end of a name',
  device: 'Windows reserves this name',
};

/** `secrets` are files that no release may contain. Throws CliProblem after reporting problems. */
export async function listProgramFiles(
  folder: string,
  secrets: readonly Stats[],
  report: (line: string) => void,
): Promise<ProgramFolder> {
  const walk: Walk = { files: [], emptyFolders: 0, problems: [] };
  const root = await realFolder(folder);
  const isEmpty = await walkFolder(walk, root, '', secrets);
  if (isEmpty) throw new CliProblem(`${folder} has no files.`);
  // Compare code units with <, because the order of a locale differs between machines.
  walk.files.sort((one, other) => (one.path < other.path ? -1 : 1));
  const collision = findCollision(walk.files.map(({ path }) => path));
  if (collision !== null)
    walk.problems.push(`${collision[0]}: on Windows and macOS it is the same as ${collision[1]}`);
  if (walk.problems.length > 0) {
    for (const problem of walk.problems.slice(0, maxReported)) report(problem);
    const more = walk.problems.length - maxReported;
    if (more > 0) report(`... and ${more} more`);
    throw new CliProblem('This folder cannot be installed. Nothing was created.');
  }
  return walk;
}

/** `secrets` are files that no release may contain. Throws CliProblem. */
export async function listLoaderFile(
  file: string,
  secrets: readonly Stats[],
): Promise<ProgramFile> {
  const absolutePath = resolve(file);
  const name = basename(absolutePath);
  const stats = await lstat(absolutePath).catch((error: unknown) => {
    throw new CliProblem(`${file} cannot be read (${errorCode(error)}).`);
  });
  const problem = problemOf(name, stats, secrets);
  if (problem !== null) throw new CliProblem(`${file}: ${problem}. Nothing was created.`);
  return { ...fileOf(name, absolutePath, stats), isExecutable: true };
}

const maxReported = 50;

interface Walk {
  readonly files: ProgramFile[];
  emptyFolders: number;
  readonly problems: string[];
}

async function realFolder(folder: string): Promise<string> {
  try {
    const real = await realpath(folder);
    if ((await lstat(real)).isDirectory()) return real;
  } catch (error) {
    throw new CliProblem(`${folder} cannot be read (${errorCode(error)}).`);
  }
  throw new CliProblem(`${folder} is not a folder.`);
}

/** Returns whether the folder and its subfolders have no files. */
async function walkFolder(
  walk: Walk,
  root: string,
  path: string,
  secrets: readonly Stats[],
): Promise<boolean> {
  let isEmpty = true;
  for (const name of await namesIn(join(root, path))) {
    const inner = path === '' ? name : `${path}/${name}`;
    const absolutePath = join(root, inner.replaceAll('/', sep));
    const stats = await lstat(absolutePath).catch(() => null);
    if (stats === null) {
      isEmpty = false;
      walk.problems.push(`${inner}: it cannot be found by its name, which may not be UTF-8`);
      continue;
    }
    if (stats.isDirectory()) {
      if (!(await walkFolder(walk, root, inner, secrets))) isEmpty = false;
      continue;
    }
    isEmpty = false;
    const problem = problemOf(inner, stats, secrets);
    if (problem !== null) walk.problems.push(`${inner}: ${problem}`);
    else walk.files.push(fileOf(inner, absolutePath, stats));
    if (walk.files.length > maxReleaseFiles)
      throw new CliProblem(
        `The folder has more than ${maxReleaseFiles} files. Combine small files into one file that your program reads.`,
      );
  }
  if (isEmpty && path !== '') walk.emptyFolders += 1;
  return isEmpty;
}

async function namesIn(absolutePath: string): Promise<readonly string[]> {
  try {
    return await readdir(absolutePath);
  } catch (error) {
    throw new CliProblem(`${absolutePath} cannot be read (${errorCode(error)}).`);
  }
}

function problemOf(path: string, stats: Stats, secrets: readonly Stats[]): string | null {
  if (stats.isSymbolicLink()) return 'it is a link; replace it by the file';
  if (!stats.isFile()) return 'it is not a regular file';
  // SECURITY: users of the program would get the key that signs releases.
  if (secrets.some(({ ino, dev }) => ino === stats.ino && dev === stats.dev))
    return 'it is the publisher key, which must stay secret';
  const problem = pathProblem(path);
  return problem === null ? null : problemTexts[problem];
}

function fileOf(path: string, absolutePath: string, { size, mode }: Stats): ProgramFile {
  return { path, absolutePath, size, isExecutable: (mode & 0o100) !== 0 };
}
