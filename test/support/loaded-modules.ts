// Finds the modules that load with an entry module: its static imports, recursively, without types.
import { posix } from 'node:path';

/** Matches imports and exports at the start of a line, as oxfmt formats them. */
const statements = /^(?:import|export)\s+(?<what>[^;'=]*?)(?:\s*from\s+)?'(?<from>[^']+)'/gm;

/** Returns the files that the module `file` imports directly. */
function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(statements)].flatMap(({ groups }) => {
    const { what = '', from = '' } = groups ?? {};
    return importsOnlyTypes(what) ? [] : [pathOf(file, from)];
  });
}

/** Resolves a relative path or a package name to a file. */
function pathOf(file: string, specifier: string): string {
  return specifier.startsWith('@latchkey/')
    ? specifier.replace(/^@latchkey\/(\w+)\//, 'packages/$1/src/')
    : posix.join(posix.dirname(file), specifier);
}

function importsOnlyTypes(what: string): boolean {
  if (/^type\s/.test(what)) return true;
  const named = /^\{(?<names>[^}]*)\}$/.exec(what)?.groups?.['names'];
  const names = named?.split(',').filter((name) => name.trim() !== '');
  return names?.every((name) => /^\s*type\s/.test(name)) ?? false;
}

/** Returns `entry` and all modules of `sources` (path to text) that load with it. */
export function modulesLoadedWith(
  sources: ReadonlyMap<string, string>,
  entry: string,
): ReadonlySet<string> {
  const received = new Set<string>();
  const add = (file: string): void => {
    const text = sources.get(file);
    if (received.has(file) || text === undefined) return;
    received.add(file);
    for (const next of importsOf(file, text)) add(next);
  };
  add(entry);
  return received;
}
