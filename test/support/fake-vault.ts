// A key store in memory.
import type { Credentials, Vault } from '../../src/main/core/ports.ts';

export interface FakeVault extends Vault {
  kept: Credentials | null;
  /** false: nothing can be kept. */
  works: boolean;
  /** While set, every operation waits for it. */
  gate: Promise<void> | null;
}

export function createFakeVault(kept: Credentials | null = null): FakeVault {
  const vault: FakeVault = {
    kept,
    works: true,
    gate: null,
    ability: () => (vault.works ? { possible: true } : { possible: false, reason: 'no-key-store' }),
    async load() {
      await vault.gate;
      return vault.kept;
    },
    async save(credentials) {
      await vault.gate;
      if (vault.works) vault.kept = { ...credentials };
      return vault.works;
    },
    async clear() {
      await vault.gate;
      vault.kept = null;
    },
  };
  return vault;
}
