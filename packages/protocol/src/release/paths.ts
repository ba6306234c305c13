// Which paths a release may hold: those that mean one file, the same one, on every system. The publisher's tool and the loader
// both judge by this file; it knows no disk.

/** In UTF-16 units, as Windows counts. */
export const maxPathLength = 400;
/** Of one name, in bytes of UTF-8: what Linux takes; others take as much or more. */
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

/** Control, format and line-separating characters, and lone surrogates: they hide, reorder or cannot be written. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Windows has a device of this name in every folder, whatever follows a full stop. Source: its "Naming Files" page. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/i;

/** `path`: with `/` between its names. null: it can be installed everywhere. */
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
 * The first two paths that are one on a system that does not tell cases or compositions apart, a file and a folder of one name
 * included. null: there are none.
 */
export function collisionIn(paths: readonly string[]): readonly [string, string] | null {
  const seen = new Map<string, { readonly path: string; readonly isFile: boolean }>();
  for (const path of paths) {
    const names = path.split('/');
    for (let count = 1; count <= names.length; count += 1) {
      const part = names.slice(0, count).join('/');
      const isFile = count === names.length;
      const key = caseless(part);
      const before = seen.get(key);
      if (before === undefined) seen.set(key, { path: part, isFile });
      else if (isFile || before.isFile || before.path !== part) return [before.path, part];
    }
  }
  return null;
}

/** Capitals, because NTFS compares them; taken apart, because macOS compares so. */
function caseless(path: string): string {
  return path.normalize('NFD').toUpperCase().normalize('NFD');
}
