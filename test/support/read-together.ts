// Which modules are read together with a first one: its imports and theirs, but no types, and nothing that is imported on demand.
import { posix } from 'node:path';

/** Imports and exports as oxfmt leaves them: at the beginning of a line. */
const statements = /^(?:import|export)\s+(?<what>[^;'=]*?)(?:\s*from\s+)?'(?<from>[^']+)'/gm;

/** The modules of this project that the module `file` of `text` loads. */
function comesWith(file: string, text: string): readonly string[] {
  return [...text.matchAll(statements)].flatMap(({ groups }) => {
    const { what = '', from = '' } = groups ?? {};
    return bringsTypesAlone(what) ? [] : [pathOf(file, from)];
  });
}

/** The file that a module asks for by its place or by the name of a package. */
function pathOf(file: string, asked: string): string {
  return asked.startsWith('@latchkey/')
    ? asked.replace(/^@latchkey\/(\w+)\//, 'packages/$1/src/')
    : posix.join(posix.dirname(file), asked);
}

function bringsTypesAlone(what: string): boolean {
  if (/^type\s/.test(what)) return true;
  const named = /^\{(?<names>[^}]*)\}$/.exec(what)?.groups?.['names'];
  const names = named?.split(',').filter((name) => name.trim() !== '');
  return names?.every((name) => /^\s*type\s/.test(name)) ?? false;
}

/** `entry` and everything among `sources` (path -> text) that is read with it. */
export function readTogether(
  sources: ReadonlyMap<string, string>,
  entry: string,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const add = (file: string): void => {
    const text = sources.get(file);
    if (seen.has(file) || text === undefined) return;
    seen.add(file);
    for (const next of comesWith(file, text)) add(next);
  };
  add(entry);
  return seen;
}
