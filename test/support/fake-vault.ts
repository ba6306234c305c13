// A key store in memory.
import type { Cleared, Credentials, Kept, Vault } from '../../src/main/core/ports.ts';

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

export function createFakeVault(kept: Credentials | null = null): FakeVault {
  const outgrow = (vault: FakeVault, { username, password }: Credentials): void => {
    if (vault.older?.username === username && vault.older.password === password) vault.older = null;
  };
  const vault: FakeVault = {
    kept,
    answers: null,
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
      if (vault.kept !== null) return { kind: 'sign-in', credentials: vault.kept };
      const { keptName, older } = vault;
      if (keptName !== null) return { kind: 'name', username: keptName, older: false };
      return older === null ? null : { kind: 'name', username: older.username, older: true };
    },
    async save(credentials) {
      await vault.gate;
      if (!vault.works) return false;
      vault.kept = { ...credentials };
      outgrow(vault, credentials);
      return true;
    },
    async dropPassword(username) {
      await vault.gate;
      vault.kept = null;
      vault.keptName = username;
    },
    async outgrow(credentials) {
      await vault.gate;
      outgrow(vault, credentials);
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
