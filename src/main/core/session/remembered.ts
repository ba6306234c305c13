// The kept sign-ins, one operation of the key store after the other: a sign-out that follows a save really clears it.
// SECURITY: names leave it for the snapshot, secrets only by load(), for a sign-in.
import { type Cleared, type Kept, type Vault } from '../ports.ts';
import { createMutex } from '../mutex.ts';
import { type KeptNames } from './kept-names.ts';
import { isKeptOf, type LastUser } from './last-user.ts';

export interface Remembered extends Pick<
  Vault,
  'load' | 'used' | 'setAuto' | 'outgrow' | 'remove'
> {
  /** false: it could not be kept. */
  readonly save: (...given: Parameters<Vault['save']>) => Promise<boolean>;
  readonly dropSecret: (id: string) => Promise<void>;
  /** Removes what is kept of that user; where that is not found, what does not open, as it may be theirs. */
  readonly signOut: (user: LastUser) => Promise<Cleared>;
  /** Resolves when everything asked for so far is done. */
  readonly settled: () => Promise<void>;
}

export function createRemembered(vault: Vault, names: KeptNames): Remembered {
  const mutex = createMutex();
  // Known without asking the key store again, which may ask the user each time.
  let unopened: Kept | null = null;
  const note = (kept: Kept): Kept => {
    const usable = names.note(kept);
    unopened = usable.signIns.length === 0 && usable.unreadable.length > 0 ? usable : null;
    return usable;
  };
  const load = async (): Promise<Kept> => unopened ?? note(await vault.load());
  const change = (work: () => Promise<Kept | null>): Promise<Kept | null> =>
    mutex(async () => {
      const kept = await work();
      return kept === null ? null : note(kept);
    });
  const remove = (ids: readonly string[]): Promise<Cleared> => {
    names.remove(ids);
    unopened = null;
    return vault.remove(ids);
  };
  const theirs = async (user: LastUser): Promise<readonly string[]> => {
    const { signIns, unreadable } = await load();
    const own = signIns.filter(({ method }) => isKeptOf(user, method)).map(({ id }) => id);
    return own.length > 0 || user.name === '' ? own : unreadable;
  };
  return {
    load: () => mutex(load),
    save: async (...given) => (await change(() => vault.save(...given))) !== null,
    used: (id) => change(() => vault.used(id)),
    setAuto: (id, auto) => change(() => vault.setAuto(id, auto)),
    dropSecret: (id) =>
      mutex(async () => {
        names.wrong(id);
        note((await vault.dropSecret(id)) ?? (await vault.load()));
      }),
    outgrow: (method) => mutex(() => vault.outgrow(method)),
    remove(ids) {
      // At once: it is not offered any more while the file is being written.
      names.remove(ids);
      return mutex(() => remove(ids));
    },
    signOut(user) {
      names.leaving(user);
      return mutex(async () => {
        const ids = await theirs(user).finally(() => names.leaving(null));
        return remove(ids);
      });
    },
    settled: () => mutex(() => undefined),
  };
}
