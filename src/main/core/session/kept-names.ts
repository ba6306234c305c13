// Which of the kept sign-ins may be used and offered in this run: what was removed, or turned out to be wrong, is not, whatever
// became of its file.
import { isSameName } from '../../../shared/same-name.ts';
import { type KeptName } from '../../../shared/session.ts';
import { type Kept, type KeptSignIn } from '../ports.ts';
import { type LastUser, shownName } from './last-user.ts';

export interface KeptNames {
  /** What the vault told: gives what of it may be used, and tells its names. */
  readonly note: (kept: Kept) => Kept;
  readonly remove: (ids: readonly string[]) => void;
  /** Its secret is; the name stays. Counts from the next note on. */
  readonly wrong: (id: string) => void;
  /** Whoever is signing out: their name is not told until that is done. */
  readonly leaving: (user: LastUser | null) => void;
}

export function createKeptNames(tell: (names: readonly KeptName[]) => void): KeptNames {
  let names: readonly KeptName[] = [];
  let out: LastUser | null = null;
  const removed = new Set<string>();
  const wrong = new Set<string>();
  const tellNames = (given: readonly KeptName[]): void => {
    names = given.filter(({ id }) => !removed.has(id));
    tell(names.filter((one) => out === null || !isShownAs(out, one)));
  };
  return {
    note(kept) {
      const unreadable = kept.unreadable.filter((id) => !removed.has(id));
      const signIns = kept.signIns
        .filter(({ id }) => !removed.has(id))
        .flatMap((one) => (wrong.has(one.id) ? withoutSecret(one) : one));
      // What does not open for once is kept all the same.
      const stay = names.filter(({ id }) => unreadable.includes(id));
      tellNames([...signIns.map(keptName), ...stay]);
      return { ...kept, signIns, unreadable };
    },
    remove(ids) {
      ids.forEach((id) => removed.add(id));
      tellNames(names);
    },
    wrong: (id) => void wrong.add(id),
    leaving(user) {
      out = user;
      if (user !== null) tellNames(names);
    },
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

function isShownAs(user: LastUser, { name, byKey }: KeptName): boolean {
  return isSameName(name, user.name) && byKey === (user.key !== null);
}
