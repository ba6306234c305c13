// Saves, loads and removes sign-ins, one operation at a time, so that a sign-out after a save
// removes the saved sign-in.
// SECURITY: names go to the snapshot; secrets leave only through load(), for a sign-in.
import { isSameName } from '../../../shared/same-name.ts';
import { type SavedSignInSummary } from '../../../shared/session.ts';
import {
  type RemoveResult,
  type SavedSignIn,
  type StoredPass,
  type Vault,
  type VaultContent,
} from '../ports.ts';
import { createMutex } from '../mutex.ts';
import { isSavedFor, type LastUser, displayName } from './last-user.ts';

export interface SavedSignIns extends Pick<Vault, 'load' | 'markUsed' | 'setAuto' | 'remove'> {
  /** Returns false if the sign-in could not be saved. */
  readonly save: (...given: Parameters<Vault['save']>) => Promise<boolean>;
  readonly dropSecret: (id: string) => Promise<void>;
  /** Replaces or, with null, removes the offline pass of the user's saved sign-in, if any. */
  readonly setOffline: (user: LastUser, offline: StoredPass | null) => Promise<void>;
  /** Removes the user's saved sign-ins, or, without any, unreadable ones that may be the user's. */
  readonly signOut: (user: LastUser) => Promise<RemoveResult>;
  readonly settled: () => Promise<void>;
}

export function createSavedSignIns(
  vault: Vault,
  publish: (names: readonly SavedSignInSummary[]) => void,
): SavedSignIns {
  const names = createNames(publish);
  const { mutex, note, load, change, forgetUnreadable } = createContent(vault, names);
  const remove = (ids: readonly string[]): Promise<RemoveResult> => {
    names.remove(ids);
    forgetUnreadable();
    return vault.remove(ids);
  };
  return {
    load: () => mutex(load),
    save: async (...given) => (await change(() => vault.save(...given))) !== null,
    markUsed: (id) => change(() => vault.markUsed(id)),
    setAuto: (id, auto) => change(() => vault.setAuto(id, auto)),
    dropSecret: (id) =>
      mutex(async () => {
        names.wrong(id);
        note((await vault.dropSecret(id)) ?? (await vault.load()));
      }),
    async setOffline(user, offline) {
      await change(async () => {
        const own = (await load()).signIns.find(({ method }) => isSavedFor(user, method));
        return own === undefined ? null : vault.setOffline(own.id, offline);
      });
    },
    remove(ids) {
      // Immediately, so that the page does not offer them while the file is written.
      names.remove(ids);
      return mutex(() => remove(ids));
    },
    signOut(user) {
      names.hideUser(user);
      return mutex(async () => {
        const content = await load().finally(() => names.hideUser(null));
        return remove(idsOf(user, content));
      });
    },
    settled: () => mutex(() => undefined),
  };
}

/** Reads and changes the content, one operation at a time. */
function createContent(vault: Vault, names: Names) {
  const mutex = createMutex();
  // Cached, because the key store may prompt the user on each access.
  let cachedUnreadable: VaultContent | null = null;
  const note = (content: VaultContent): VaultContent => {
    const usable = names.note(content);
    cachedUnreadable = usable.signIns.length === 0 && usable.unreadable.length > 0 ? usable : null;
    return usable;
  };
  return {
    mutex,
    note,
    load: async (): Promise<VaultContent> => cachedUnreadable ?? note(await vault.load()),
    change: (work: () => Promise<VaultContent | null>): Promise<VaultContent | null> =>
      mutex(async () => {
        const content = await work();
        return content === null ? null : note(content);
      }),
    forgetUnreadable: (): void => {
      cachedUnreadable = null;
    },
  };
}

function idsOf(user: LastUser, { signIns, unreadable }: VaultContent): readonly string[] {
  const ids = signIns.filter(({ method }) => isSavedFor(user, method)).map(({ id }) => id);
  return ids.length > 0 || user.name === '' ? ids : unreadable;
}

/** Publishes the names. Omits sign-ins removed in this run, even if the file still has them. */
interface Names {
  /** Publishes the names and returns the usable content. */
  readonly note: (content: VaultContent) => VaultContent;
  readonly remove: (ids: readonly string[]) => void;
  /** Marks the secret as wrong but keeps the name. Takes effect at the next `note`. */
  readonly wrong: (id: string) => void;
  /** Hides the name of a user during the sign-out. Null ends the hiding. */
  readonly hideUser: (user: LastUser | null) => void;
}

function createNames(publish: (names: readonly SavedSignInSummary[]) => void): Names {
  let names: readonly SavedSignInSummary[] = [];
  let hiddenUser: LastUser | null = null;
  const removed = new Set<string>();
  const wrong = new Set<string>();
  const publishNames = (given: readonly SavedSignInSummary[]): void => {
    names = given.filter(({ id }) => !removed.has(id));
    publish(names.filter((name) => hiddenUser === null || !isShownAs(hiddenUser, name)));
  };
  return {
    note(content) {
      const unreadable = content.unreadable.filter((id) => !removed.has(id));
      const signIns = content.signIns
        .filter(({ id }) => !removed.has(id))
        .flatMap((signIn) => (wrong.has(signIn.id) ? withoutSecret(signIn) : signIn));
      // Keeps known names of sign-ins that are temporarily unreadable.
      const stay = names.filter(({ id }) => unreadable.includes(id));
      publishNames([...signIns.map(summaryOf), ...stay]);
      return { ...content, signIns, unreadable };
    },
    remove(ids) {
      ids.forEach((id) => removed.add(id));
      publishNames(names);
    },
    wrong: (id) => void wrong.add(id),
    hideUser(user) {
      hiddenUser = user;
      if (user !== null) publishNames(names);
    },
  };
}

/** A key is also the user name, so nothing remains of a key-only sign-in. */
function withoutSecret(one: SavedSignIn): readonly SavedSignIn[] {
  if (one.method.kind === 'key') return [];
  const { id, usedAt } = one;
  return [{ id, usedAt, method: { ...one.method, password: null }, auto: false }];
}

function summaryOf({ id, method, auto }: SavedSignIn): SavedSignInSummary {
  const byKey = method.kind === 'key';
  return {
    id,
    name: displayName(method),
    byKey,
    auto,
    complete: byKey || method.password !== null,
  };
}

function isShownAs(user: LastUser, { name, byKey }: SavedSignInSummary): boolean {
  return isSameName(name, user.name) && byKey === (user.key !== null);
}
