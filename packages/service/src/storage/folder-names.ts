// Lists a folder in parts, because a folder of releases has very many files.
import { opendir } from 'node:fs/promises';
import { errorCode } from '../start-problem.ts';

/** Names read at a time, which takes about a millisecond. */
const namesPerPart = 1000;

/** Returns no names if there is no folder. */
export async function namesMatching(folder: string, form: RegExp): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  try {
    for await (const { name } of await opendir(folder, { bufferSize: namesPerPart }))
      if (form.test(name)) names.add(name);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return names;
}
