// Checks that the paths of a release are valid and distinct on every operating system. Pure rules
// without disk access, for the command line and the loader.

/** Longest path in UTF-16 units, the unit that Windows counts. */
export const maxPathLength = 400;
/**
 * Longest name of a file or folder in UTF-8 bytes. Linux has this limit; the other systems allow
 * longer names.
 */
const maxNameBytes = 255;
const utf8 = new TextEncoder();

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
  // A UTF-16 unit has at most 3 bytes in UTF-8.
  const mayBeTooLong = name.length * 3 > maxNameBytes;
  return mayBeTooLong && utf8.encode(name).length > maxNameBytes ? 'name-too-long' : null;
}

interface PathNode {
  readonly name: string;
  /** Null for the names at the top. */
  readonly parent: PathNode | null;
  readonly id: number;
  readonly isFile: boolean;
}

/**
 * Returns the first two paths that collide on a system that ignores case or composition, or null. A
 * file and a folder with the same name collide too. Builds a tree of names, so that time and memory
 * grow with the length of the paths and not with its square.
 */
export function findCollision(paths: readonly string[]): readonly [string, string] | null {
  /** Keys are a parent's id and a name without case. */
  const nodes = new Map<string, PathNode>();
  for (const path of paths) {
    const names = path.split('/');
    let parent: PathNode | null = null;
    for (const [at, name] of names.entries()) {
      const isFile = at === names.length - 1;
      const key: string = `${parent?.id ?? ''}/${caseless(name)}`;
      const node: PathNode = { name, parent, id: nodes.size, isFile };
      const earlier = nodes.get(key);
      if (earlier !== undefined && (isFile || earlier.isFile || earlier.name !== name))
        return [pathOf(earlier), pathOf(node)];
      if (earlier === undefined) nodes.set(key, node);
      parent = earlier ?? node;
    }
  }
  return null;
}

function pathOf({ name, parent }: PathNode): string {
  return parent === null ? name : `${pathOf(parent)}/${name}`;
}

/** Upper case, because NTFS compares upper case. NFD, because macOS compares decomposed names. */
function caseless(name: string): string {
  return name.normalize('NFD').toUpperCase().normalize('NFD');
}
