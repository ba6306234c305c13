// A key store in memory.
import type { Cleared, Kept, SignInMethod, Vault } from '../../src/main/core/ports.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface FakeVault extends Vault {
  kept: Credentials | null;
  /** In place of what is kept: what `load` answers. */
  answers: Kept | null;
  /** The name whose password was dropped. */
  keptName: string | null;
  /** What an older version kept. */
  older: Credentials | null;
  /** false: nothing can be kept. */
  works: boolean;
  /** Set: nothing can be removed, and this file is named. */
  stuck: string | null;
  loads: number;
  /** While set, every operation waits for it. */
  gate: Promise<void> | null;
}

export function createFakeVault(kept: Credentials | SignInMethod | null = null): FakeVault {
  const outgrow = (vault: FakeVault, method: SignInMethod): void => {
    if (method.kind !== 'password') return;
    const { username, password } = method;
    if (vault.older?.username === username && vault.older.password === password) vault.older = null;
  };
  const vault: FakeVault = {
    kept: kept !== null && 'username' in kept ? kept : null,
    answers: kept !== null && 'key' in kept ? { kind: 'sign-in', method: kept } : null,
    keptName: null,
    older: null,
    works: true,
    stuck: null,
    loads: 0,
    gate: null,
    ability: () => (vault.works ? { possible: true } : { possible: false, reason: 'no-key-store' }),
    async load() {
      vault.loads += 1;
      await vault.gate;
      if (vault.answers !== null) return vault.answers;
      if (vault.kept !== null)
        return { kind: 'sign-in', method: { kind: 'password', ...vault.kept } };
      const { keptName, older } = vault;
      if (keptName !== null) return { kind: 'name', username: keptName, older: false };
      return older === null ? null : { kind: 'name', username: older.username, older: true };
    },
    async save(method) {
      await vault.gate;
      if (!vault.works) return false;
      const { kind, ...secret } = method;
      if (kind === 'key') vault.answers = { kind: 'sign-in', method };
      else vault.kept = secret as Credentials; // what a password is made of
      outgrow(vault, method);
      return true;
    },
    async dropSecret(method) {
      await vault.gate;
      vault.kept = null;
      vault.answers = null;
      if (method.kind === 'password') vault.keptName = method.username;
    },
    async outgrow(method) {
      await vault.gate;
      outgrow(vault, method);
    },
    async clear(): Promise<Cleared> {
      await vault.gate;
      if (vault.stuck !== null) return { ok: false, file: vault.stuck };
      vault.kept = null;
      vault.keptName = null;
      return { ok: true };
    },
  };
  return vault;
}
