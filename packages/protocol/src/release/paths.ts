// Checks that the paths of a release are valid and distinct on every operating system. Pure rules
// without disk access, for the command line and the loader.

/** Longest path in UTF-16 units, the unit that Windows counts. */
export const maxPathLength = 400;
/**
 * Longest name of a file or folder in UTF-8 bytes. Linux has this limit; the other systems allow
 * longer names.
 */
const maxNameBytes = 255;

export type PathProblem =
  | 'empty'
  | 'too-long'
  | 'name-too-long'
  | 'absolute'
  | 'outside'
  | 'backslash'
  | 'colon'
  | 'character'
  | 'invisible'
  | 'ending'
  | 'device';

/** Characters that hide or reorder text, or that a file system cannot store. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/**
 * Device names that Windows reserves in every folder, with any extension. Source: Microsoft,
 * "Naming Files, Paths, and Namespaces".
 */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/i;

/** Checks a path with `/` separators. Returns null if every system can install it. */
export function pathProblem(path: string): PathProblem | null {
  if (path === '') return 'empty';
  if (path.length > maxPathLength) return 'too-long';
  if (path.startsWith('/')) return 'absolute';
  if (path.includes('\\')) return 'backslash';
  if (path.includes(':')) return 'colon';
  if (invisible.test(path)) return 'invisible';
  if (/[<>"|?*]/.test(path)) return 'character';
  for (const name of path.split('/')) {
    const problem = nameProblem(name);
    if (problem !== null) return problem;
  }
  return null;
}

function nameProblem(name: string): PathProblem | null {
  if (name === '') return 'empty';
  if (name === '.' || name === '..') return 'outside';
  if (/[. ]$/.test(name)) return 'ending';
  if (device.test(name)) return 'device';
  return new TextEncoder().encode(name).length > maxNameBytes ? 'name-too-long' : null;
}

/**
 * Returns the first two paths that collide on a system that ignores case or composition, or null. A
 * file and a folder with the same name collide too.
 */
export function findCollision(paths: readonly string[]): readonly [string, string] | null {
  const seen = new Map<string, { readonly path: string; readonly isFile: boolean }>();
  for (const path of paths) {
    const names = path.split('/');
    for (let count = 1; count <= names.length; count += 1) {
      const part = names.slice(0, count).join('/');
      const isFile = count === names.length;
      const key = caseless(part);
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, { path: part, isFile });
      else if (isFile || earlier.isFile || earlier.path !== part) return [earlier.path, part];
    }
  }
  return null;
}

/** Upper case, because NTFS compares upper case. NFD, because macOS compares decomposed names. */
function caseless(path: string): string {
  return path.normalize('NFD').toUpperCase().normalize('NFD');
}
