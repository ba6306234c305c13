// The kept sign-in, one operation of the key store after the other: a sign-out that follows a save really clears it. What was
// signed out, or turned out to be wrong, is not used again in this run, whatever became of its file.
import { type Kept, type Vault } from '../ports.ts';

export interface Remembered extends Omit<Vault, 'ability'> {
  /** Resolves when everything asked for so far is done. */
  readonly settled: () => Promise<void>;
}

export function createRemembered(vault: Vault): Remembered {
  let last: Promise<unknown> = Promise.resolve();
  // Known without asking the key store again, which may ask the user each time.
  let known: 'nothing' | 'unreadable' | null = null;
  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined); // whoever asked hears of it; the next in line does not
    return turn;
  };
  const load = async (): Promise<Kept | null> => {
    if (known === 'nothing') return null;
    if (known === 'unreadable') return { kind: 'unreadable' };
    const kept = await vault.load();
    if (kept?.kind === 'unreadable') known = 'unreadable';
    return kept;
  };
  return {
    load: () => queue(load),
    save: (method) =>
      queue(async () => {
        const saved = await vault.save(method);
        if (saved) known = null;
        return saved;
      }),
    dropSecret: (method) =>
      queue(() => {
        known = 'nothing';
        return vault.dropSecret(method);
      }),
    outgrow: (method) => queue(() => vault.outgrow(method)),
    clear: () =>
      queue(() => {
        known = 'nothing';
        return vault.clear();
      }),
    settled: () => queue(() => Promise.resolve()),
  };
}
