// Faults that are planted in the product while it loads, to test that the simulator finds them.
import { registerHooks } from 'node:module';

export interface Mutant {
  /** The end of the path of a source file, and a text of it that is replaced. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const mutants = {
  'answers before the sync': {
    file: 'database/wal-sync.ts',
    from: 'await this.#wal.sync();',
    to: 'void this.#wal.sync();',
  },
  'allows one seat too many': {
    file: 'features/devices/devices.ts',
    from: 'taken < allowed)',
    to: 'taken <= allowed)',
  },
  'keeps a recovery code that was used': {
    file: 'features/two-factor/recovery-codes.ts',
    from: 'JSON.stringify(hashes.filter((one) => one !== hash))',
    to: 'JSON.stringify(hashes)',
  },
} satisfies Record<string, Mutant>;

export const mutantNames = Object.keys(mutants);

/** Changes the product's source from now on. Throws if the text does not occur exactly once. */
export function plant(name: string): void {
  const mutant = Object.entries<Mutant>(mutants).find(([known]) => known === name)?.[1];
  if (mutant === undefined) throw new Error(`There is no mutant "${name}".`);
  const { file, from, to } = mutant;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(file)) return loaded;
      const text = Buffer.from(loaded.source as Uint8Array).toString('utf8'); // Node read a file
      if (text.split(from).length !== 2) throw new Error(`"${name}" does not fit ${file}`);
      return { ...loaded, source: text.replace(from, () => to) };
    },
  });
}

/** Found within 5 s each, so that `npm run test:all` can try them. */
export const quickestMutants = [
  'keeps a recovery code that was used',
  'allows one seat too many',
  'answers before the sync',
] satisfies (keyof typeof mutants)[];
