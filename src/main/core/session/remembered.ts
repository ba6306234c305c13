// The kept sign-ins, one operation of the key store after the other: a sign-out that follows a save really clears it. What was
// removed, or turned out to be wrong, is not used again in this run, whatever became of its file.
// SECURITY: names leave it for the snapshot, secrets only by load(), for a sign-in.
import { type KeptName } from '../../../shared/session.ts';
import { type Cleared, type Kept, type KeptSignIn, type Vault } from '../ports.ts';
import { isKeptOf, type LastUser, shownName } from './last-user.ts';

export interface Remembered extends Pick<Vault, 'load' | 'setAuto' | 'outgrow' | 'remove'> {
  /** false: it could not be kept. */
  readonly save: (...given: Parameters<Vault['save']>) => Promise<boolean>;
  readonly used: (id: string) => Promise<void>;
  readonly dropSecret: (id: string) => Promise<void>;
  /** Removes what is kept of that user; where that is not found, what does not open, as it may be theirs. */
  readonly signOut: (user: LastUser) => Promise<Cleared>;
  /** Resolves when everything asked for so far is done. */
  readonly settled: () => Promise<void>;
}

/** `tell`: whose sign-ins are kept, each time when that may have changed. */
export function createRemembered(
  vault: Vault,
  tell: (names: readonly KeptName[]) => void,
): Remembered {
  let last: Promise<unknown> = Promise.resolve();
  // Known without asking the key store again, which may ask the user each time.
  let unopened: Kept | null = null;
  let names: readonly KeptName[] = [];
  const removed = new Set<string>();
  const wrong = new Set<string>();
  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined); // whoever asked hears of it; the next in line does not
    return turn;
  };
  const tellNames = (given: readonly KeptName[]): void => {
    names = given.filter(({ id }) => !removed.has(id));
    tell(names);
  };
  const note = (kept: Kept): Kept => {
    const unreadable = kept.unreadable.filter((id) => !removed.has(id));
    const signIns = kept.signIns
      .filter(({ id }) => !removed.has(id))
      .flatMap((one) => (wrong.has(one.id) ? withoutSecret(one) : one));
    const usable = { ...kept, signIns, unreadable };
    unopened = signIns.length === 0 && unreadable.length > 0 ? usable : null;
    // What does not open for once is kept all the same.
    const stay = names.filter(({ id }) => unreadable.includes(id));
    tellNames([...signIns.map(keptName), ...stay]);
    return usable;
  };
  const load = async (): Promise<Kept> => unopened ?? note(await vault.load());
  const change = (work: () => Promise<Kept | null>): Promise<Kept | null> =>
    queue(async () => {
      const kept = await work();
      return kept === null ? null : note(kept);
    });
  const forget = (ids: readonly string[]): Promise<Cleared> => {
    ids.forEach((id) => removed.add(id));
    unopened = null;
    tellNames(names);
    return vault.remove(ids);
  };
  return {
    load: () => queue(load),
    save: async (...given) => (await change(() => vault.save(...given))) !== null,
    used: async (id) => void (await change(() => vault.used(id))),
    setAuto: (id, auto) => change(() => vault.setAuto(id, auto)),
    dropSecret: (id) =>
      queue(async () => {
        wrong.add(id);
        note((await vault.dropSecret(id)) ?? (await vault.load()));
      }),
    outgrow: (method) => queue(() => vault.outgrow(method)),
    remove(ids) {
      // At once: it is not offered any more while the file is being written.
      ids.forEach((id) => removed.add(id));
      tellNames(names);
      return queue(() => forget(ids));
    },
    signOut(user) {
      tellNames(names.filter(({ name, byKey }) => !isSameShown(user, name, byKey)));
      return queue(async () => {
        const kept = await load();
        const own = kept.signIns.filter(({ method }) => isKeptOf(user, method));
        const unknown = user.name === '' ? [] : kept.unreadable;
        return forget(own.length > 0 ? own.map(({ id }) => id) : unknown);
      });
    },
    settled: () => queue(() => Promise.resolve()),
  };
}

/** A key is its own name: nothing of it is left. */
function withoutSecret(one: KeptSignIn): readonly KeptSignIn[] {
  if (one.method.kind === 'key') return [];
  return [{ ...one, method: { ...one.method, password: null }, auto: false }];
}

function keptName({ id, method, auto }: KeptSignIn): KeptName {
  const byKey = method.kind === 'key';
  return { id, name: shownName(method), byKey, auto, complete: byKey || method.password !== null };
}

function isSameShown(user: LastUser, name: string, byKey: boolean): boolean {
  return name === user.name && byKey === (user.key !== null);
}
