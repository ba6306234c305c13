// Decides whether a seller key may use an operation, and with which scope
// (docs/protocol.md#seller-keys).
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import {
  acceptedScopes,
  narrowestScope,
  permittingScope,
  type SellerNeed,
} from '@latchkey/protocol/seller-scopes.ts';
import { sellerTexts, type SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { SellerOutcome } from '../outcome.ts';
import { failed } from './seller-failure.ts';
import type { KnownKey, SellerHandlers, SellerKey } from './seller-call.ts';
import { allUsers } from './seller-names.ts';

export type AnyRun = SellerHandlers<Record<string, SellerSpec>>[string];

/** The handlers of one set of operations, by operation. */
export interface OperationSets {
  readonly all: Readonly<Record<SellerType, unknown>>;
  /**
   * SECURITY: resellers reach only these handlers, which see only what belongs to the reseller. An
   * operation that is not listed here is refused.
   */
  readonly ofResellers: Readonly<Partial<Record<SellerType, unknown>>>;
}

interface Permission {
  readonly run: AnyRun;
  readonly key: SellerKey;
}

export function permit(
  { all, ofResellers }: OperationSets,
  key: KnownKey,
  type: SellerType,
  spec: SellerSpec,
): Permission | { readonly refusal: SellerOutcome } {
  if (key.account?.role === 'Reseller') {
    const run = ofResellers[type];
    if (run === undefined) return { refusal: outOfScope(spec.scope) };
    // `runOperation` checks the request with the schema of this type. Resellers see their own keys
    // in full, as the scope `sell` does.
    return { run: run as AnyRun, key: { ...key, scope: 'sell' } };
  }
  const scope = permittingScope(key.scopes, spec.scope);
  if (scope === null) return { refusal: outOfScope(spec.scope) };
  return { run: all[type] as AnyRun, key: { ...key, scope } }; // the schema of this type, too
}

/** Changes of all users require the scope `all`. */
export function isForAll(
  { scope, names = {} }: SellerSpec,
  request: Readonly<Record<string, unknown>>,
): boolean {
  return (
    scope === 'support' &&
    Object.entries(names).some(([name, thing]) => thing === 'user' && request[name] === allUsers)
  );
}

export function outOfScope(need: SellerNeed): SellerOutcome {
  const scopes = [...acceptedScopes[need], ...(need === 'all' ? ['all'] : [])].map(
    (one) => `"${one}"`,
  );
  const message = `${sellerTexts['scope-missing']}. Use a key with the scope ${scopes.join(' or ')}.`;
  return failed(message, { code: 'scope-missing', reason: 'scope', scope: narrowestScope(need) });
}
