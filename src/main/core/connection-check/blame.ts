// Finds the check that explains why the service did not answer, and the cause.
// The loader's own network stack decides whether something is wrong; all other probes only tell
// causes apart. SECURITY: no cause is about a password or a key.
import { type WireCode, type WireFailure } from '@latchkey/client/failure.ts';
import { type CheckCause, type CheckId } from '../../../shared/connection-check.ts';
import { type CertificateFacts, type ConnectOutcome } from './ports.ts';
import { type NetworkFacts, type Target } from './facts.ts';

export interface Blame {
  readonly id: CheckId;
  readonly cause: CheckCause;
}

/** Returns null if the service answered, or if nothing explains the failure. */
export function blameFor(facts: NetworkFacts, target: Target, nowMs: number): Blame | null {
  const { failure, portal } = facts;
  if (failure === null) return null;
  const blame = blameOf(failure, facts, target, nowMs);
  // The address of the portal probe is only a hint, so a refusal that the service signed decides.
  const isOfNetwork = blame !== null && !signedIds.includes(blame.id);
  return portal === 'foreign' && isOfNetwork
    ? { id: 'portal', cause: { code: 'captive-portal' } }
    : blame;
}

/** Checks that only a verified answer of the service can fail. */
const signedIds: readonly CheckId[] = ['clock', 'limit', 'application', 'version', 'blacklist'];

type BlameOf<Code extends WireCode> = (
  failure: WireFailure<Code>,
  facts: NetworkFacts,
  target: Target,
  nowMs: number,
) => Blame;

/** Other codes are no answers to `init`. */
const blames: { readonly [Code in WireCode]?: BlameOf<Code> } = {
  offline: (cause) => ({ id: 'link', cause }),
  'proxy-auth': (_, facts) => blameProxy(facts),
  dns: (cause) => ({ id: 'name', cause }),
  'captive-portal': (cause) => ({ id: 'portal', cause }),
  'refused-connection': ({ code }, facts, target) => blameRoute(code, facts, target),
  timeout: ({ code }, facts, target) => blameRoute(code, facts, target),
  tls: (_, { certificate }, _target, nowMs) => ({ id: 'tls', cause: tlsCause(certificate, nowMs) }),
  interrupted: ({ code }, facts, target) => blameAnswer(code, facts, target),
  'bad-reply': ({ code }, facts, target) => blameAnswer(code, facts, target),
  'bad-signature': ({ code }, facts, target) => blameAnswer(code, facts, target),
  'server-down': (cause) => ({ id: 'answer', cause }),
  overloaded: (cause) => ({ id: 'answer', cause }),
  'clock-skew': (cause) => ({ id: 'clock', cause }),
  'rate-limited': (cause) => ({ id: 'limit', cause }),
  'app-unknown': (cause) => ({ id: 'application', cause }),
  'app-paused': (cause) => ({ id: 'application', cause }),
  'app-disabled': (cause) => ({ id: 'application', cause }),
  refused: (cause) => ({ id: 'application', cause }),
  'update-required': (cause) => ({ id: 'version', cause }),
  blacklisted: (cause) => ({ id: 'blacklist', cause }),
};

function blameOf(
  failure: WireFailure,
  facts: NetworkFacts,
  target: Target,
  nowMs: number,
): Blame | null {
  // The table pairs each code with its failure type, but TypeScript loses that in the lookup.
  const blame = blames[failure.code] as BlameOf<WireCode> | undefined;
  return blame?.(failure, facts, target, nowMs) ?? null;
}

function blameProxy({ networkError }: NetworkFacts): Blame {
  const isAway = networkError?.startsWith('PROXY_CONNECTION_FAILED') === true;
  return { id: 'proxy', cause: { code: isAway ? 'proxy-away' : 'proxy-auth' } };
}

function blameRoute(
  code: 'refused-connection' | 'timeout',
  facts: NetworkFacts,
  { url }: Target,
): Blame {
  const { ipv4, ipv6, connect4, connect6, proxyKind } = facts;
  // There are no probes of the way through a proxy.
  if (proxyKind !== 'DIRECT')
    return { id: code === 'timeout' ? 'answer' : 'route', cause: { code } };
  const addresses = [...(ipv4 ?? []), ...(ipv6 ?? [])];
  if (!isLocal(url.hostname) && addresses.length > 0 && addresses.every(isLocal))
    return { id: 'name', cause: { code: 'name-misdirected' } };
  if (code === 'refused-connection') return { id: 'route', cause: { code } };
  const isOpen = isReachable(connect4) || isReachable(connect6);
  return isOpen
    ? { id: 'answer', cause: { code } }
    : { id: 'route', cause: { code: 'route-silent' } };
}

/** A refused connection proves that the packets arrive. */
function isReachable(outcome: ConnectOutcome | null): boolean {
  return outcome === 'open' || outcome === 'refused';
}

/** Loopback, unspecified or link-local, as filters answer. Private networks may have a service. */
function isLocal(address: string): boolean {
  return /^(127\.|0\.|169\.254\.|\[?::1?\]?$|localhost$)/.test(address);
}

function tlsCause(certificate: CertificateFacts | null, nowMs: number): CheckCause {
  if (certificate === null) return { code: 'tls' };
  const { verdict, validFrom, issuer, isKnownRoot } = certificate;
  if (verdict === 'CERT_DATE_INVALID')
    return validFrom > nowMs ? { code: 'tls-too-early' } : { code: 'tls-expired' };
  // The name of another host, or a root that nobody trusts.
  if (verdict === 'CERT_COMMON_NAME_INVALID' || verdict === 'CERT_AUTHORITY_INVALID')
    return { code: 'tls-untrusted', issuer };
  return verdict === 'OK' && !isKnownRoot ? { code: 'tls-read', issuer } : { code: 'tls' };
}

function blameAnswer(
  code: 'interrupted' | 'bad-reply' | 'bad-signature',
  { certificate }: NetworkFacts,
  { url }: Target,
): Blame {
  if (certificate?.verdict === 'OK' && !certificate.isKnownRoot)
    return { id: 'tls', cause: { code: 'tls-read', issuer: certificate.issuer } };
  if (code === 'interrupted' && certificate === null && url.protocol === 'https:')
    return { id: 'tls', cause: { code: 'tls-cut' } };
  return { id: code === 'bad-signature' ? 'signature' : 'answer', cause: { code } };
}
