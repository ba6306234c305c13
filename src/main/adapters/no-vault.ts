// A Vault for hosts without a key store. It saves nothing and reports the reason.
import type { RememberAbility } from '../../shared/remember-ability.ts';
import type { Vault } from '../core/ports.ts';

type Reason = Extract<RememberAbility, { possible: false }>['reason'];

export function createNoVault(reason: Reason): Vault {
  return {
    ability: () => ({ possible: false, reason }),
    load: () => Promise.resolve({ signIns: [], unreadable: [] }),
    save: () => Promise.resolve(null),
    markUsed: () => Promise.resolve(null),
    setAuto: () => Promise.resolve(null),
    setOffline: () => Promise.resolve(null),
    dropSecret: () => Promise.resolve(null),
    remove: () => Promise.resolve({ ok: true }),
  };
}
