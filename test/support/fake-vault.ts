// A fake vault in memory, with the saved sign-ins of one service.
import type {
  SaveOptions,
  VaultContent,
  SavedSignIn,
  SignInMethod,
  Vault,
} from '../../src/main/core/ports.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface FakeVault extends Vault {
  /** The saved sign-ins, the last used first. */
  list: readonly SavedSignIn[];
  /** The user name and password of the last used entry. Setting this replaces the list. */
  saved: Credentials | null;
  /** The user name of the last used entry if it has no password. Setting this replaces the list. */
  savedName: string | null;
  /** If true, no entry can be decrypted. */
  locked: boolean;
  works: boolean;
  /** If set, removing entries and changing an entry fail, and the failures report this file. */
  stuck: string | null;
  loads: number;
  /** While set, every operation waits for this promise. */
  gate: Promise<void> | null;
}

let ids = 0;

/** Returns an entry of the list. `auto` is true for a sign-in saved by "Keep me signed in". */
export function savedAs(method: SavedSignIn['method'], auto = true): SavedSignIn {
  ids += 1;
  return { id: ids.toString(16).padStart(32, '0'), method, auto, usedAt: 0 };
}

export function byPassword(username: string, password: string) {
  return { kind: 'password', username, password } as const;
}

export function createFakeVault(
  saved: Credentials | SignInMethod | readonly SavedSignIn[] | null = null,
): FakeVault {
  const content = (): VaultContent => {
    if (vault.locked) return { signIns: [], unreadable: vault.list.map(({ id }) => id) };
    return { signIns: vault.list, unreadable: [] };
  };
  const change = async (to: (one: SavedSignIn) => SavedSignIn | null, id: string) => {
    await vault.gate;
    if (vault.locked || vault.stuck !== null || !vault.list.some((one) => one.id === id))
      return null;
    vault.list = vault.list.flatMap((one) => (one.id === id ? (to(one) ?? []) : one));
    return content();
  };
  const vault: FakeVault = {
    list: listOf(saved),
    get saved() {
      const [first] = vault.list;
      if (first?.method.kind !== 'password' || first.method.password === null) return null;
      return { username: first.method.username, password: first.method.password };
    },
    set saved(given) {
      vault.list = listOf(given);
    },
    get savedName() {
      const [first] = vault.list;
      return first?.method.kind === 'password' && first.method.password === null
        ? first.method.username
        : null;
    },
    set savedName(username) {
      vault.list =
        username === null ? [] : [savedAs({ kind: 'password', username, password: null }, false)];
    },
    locked: false,
    works: true,
    stuck: null,
    loads: 0,
    gate: null,
    ability: () => (vault.works ? { possible: true } : { possible: false, reason: 'no-key-store' }),
    async load() {
      vault.loads += 1;
      await vault.gate;
      return content();
    },
    async save(method, { auto, replacesId }: SaveOptions) {
      await vault.gate;
      if (!vault.works) return null;
      const others = vault.list.filter(
        (one) => one.id !== replacesId && nameOf(one.method) !== nameOf(method),
      );
      vault.list = [savedAs(method, auto), ...others].slice(0, 5);
      return content();
    },
    async markUsed(id) {
      await vault.gate;
      const used = vault.list.find((one) => one.id === id);
      if (used === undefined || used === vault.list[0]) return null;
      vault.list = [used, ...vault.list.filter((one) => one !== used)];
      return content();
    },
    setAuto: (id, auto) => change((one) => ({ ...one, auto }), id),
    async setOffline(id, offline) {
      const before = vault.list.find((one) => one.id === id)?.offline;
      if (offline === null && before === undefined) return null;
      return change(
        ({ offline: _before, ...one }) => (offline === null ? one : { ...one, offline }),
        id,
      );
    },
    dropSecret: (id) =>
      change(
        ({ offline: _before, ...one }) =>
          one.method.kind === 'key'
            ? null
            : { ...one, method: { ...one.method, password: null }, auto: false },
        id,
      ),
    async remove(removed) {
      await vault.gate;
      if (vault.stuck !== null) return { ok: false, file: vault.stuck };
      vault.list = vault.list.filter(({ id }) => !removed.includes(id));
      return { ok: true };
    },
  };
  return vault;
}

function listOf(
  saved: Credentials | SignInMethod | readonly SavedSignIn[] | null,
): readonly SavedSignIn[] {
  if (saved === null) return [];
  if (Array.isArray(saved)) return saved as readonly SavedSignIn[]; // Array.isArray does not narrow readonly arrays
  const one = saved as Credentials | SignInMethod;
  return [savedAs('kind' in one ? one : { kind: 'password', ...one })];
}

function nameOf(method: SavedSignIn['method']): string {
  return `${method.kind} ${method.kind === 'key' ? method.key : method.username}`.toLowerCase();
}
