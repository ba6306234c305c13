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

/** Returns null if the service answered. */
export function blameFor(facts: NetworkFacts, target: Target): Blame | null {
  const { failure, portal, isOnline } = facts;
  if (failure === null) return null;
  const isCut = unanswered.includes(failure.code);
  if (isCut && !isOnline && !isLocal(target.url.hostname)) return offline;
  // Only a hint, so an answer of the service and its own certificate disprove it.
  const isHinted = portal === 'foreign' && rootOf(facts) !== 'known';
  if (isHinted && (isCut || unverified.includes(failure.code))) return signInPage;
  return blameOf(failure, facts, target);
}

const offline: Blame = { id: 'link', cause: { code: 'offline' } };
const signInPage: Blame = { id: 'portal', cause: { code: 'captive-portal' } };
const proxyRefuses: Blame = { id: 'proxy', cause: { code: 'proxy-auth' } };
const unknownName: Blame = { id: 'name', cause: { code: 'dns' } };

/** Failures without an answer, and with one that may come from the network. */
const unanswered: readonly WireCode[] = [
  'offline',
  'dns',
  'refused-connection',
  'timeout',
  'interrupted',
  'proxy-auth',
];
const unverified: readonly WireCode[] = ['tls', 'bad-reply', 'bad-signature'];

type BlameOf<Code extends WireCode> = (
  failure: WireFailure<Code>,
  facts: NetworkFacts,
  target: Target,
) => Blame;

/** Other codes are refusals that no answer to `init` should have. */
const blames: { readonly [Code in WireCode]?: BlameOf<Code> } = {
  offline: ({ code }, facts, target) => blameRoute(code, facts, target),
  'proxy-auth': () => proxyRefuses,
  dns: () => unknownName,
  'captive-portal': (_, facts) => blamePage(facts),
  'refused-connection': ({ code }, facts, target) => blameRoute(code, facts, target),
  timeout: ({ code }, facts, target) => blameRoute(code, facts, target),
  tls: (_, { certificate }) => ({ id: 'tls', cause: tlsCause(certificate) }),
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
  'update-required': (cause) => ({ id: 'version', cause }),
  blacklisted: (cause) => ({ id: 'blacklist', cause }),
};

function blameOf(failure: WireFailure, facts: NetworkFacts, target: Target): Blame {
  // The table pairs each code with its failure type, but TypeScript loses that in the lookup.
  const blame = blames[failure.code] as BlameOf<WireCode> | undefined;
  return blame?.(failure, facts, target) ?? { id: 'application', cause: { code: 'refused' } };
}

function blameRoute(
  code: 'offline' | 'refused-connection' | 'timeout',
  facts: NetworkFacts,
  { url }: Target,
): Blame {
  const { ipv4, ipv6, connect4, connect6, proxyKind, networkError } = facts;
  if (networkError === 'INTERNET_DISCONNECTED') return offline;
  // There are no probes of the way through a proxy.
  if (proxyKind !== 'DIRECT') {
    if (code === 'offline') return offline;
    return { id: code === 'timeout' ? 'answer' : 'route', cause: { code } };
  }
  const addresses = [...(ipv4 ?? []), ...(ipv6 ?? [])];
  if (!isLocal(url.hostname) && addresses.length > 0 && addresses.every(isLocal))
    return { id: 'name', cause: { code: 'route-silent' } };
  if (code === 'refused-connection') return { id: 'route', cause: { code } };
  if (addresses.length === 0 && !isAddress(url.hostname))
    return code === 'offline' ? offline : unknownName;
  const isOpen = code === 'timeout' && (isReachable(connect4) || isReachable(connect6));
  return isOpen
    ? { id: 'answer', cause: { code } }
    : { id: 'route', cause: { code: 'route-silent' } };
}

/** A refused connection proves that the packets arrive. */
function isReachable(outcome: ConnectOutcome | null): boolean {
  return outcome === 'open' || outcome === 'refused';
}

function isAddress(hostname: string): boolean {
  return /^(\[.*\]|[\d.]+)$/.test(hostname);
}

/** Loopback, unspecified or link-local, as filters answer. Private networks may have a service. */
function isLocal(host: string): boolean {
  return /^((127|0|169\.254)\.[\d.]+|\[?(::1?|fe80:.*)\]?|localhost)$/i.test(host);
}

function tlsCause(certificate: CertificateFacts | null): CheckCause {
  if (certificate === null) return { code: 'tls' };
  const { verdict, issuer, isKnownRoot } = certificate;
  if (verdict === 'CERT_DATE_INVALID') return { code: 'tls-date' };
  // The name of another host, or a root that nobody trusts.
  if (verdict === 'CERT_COMMON_NAME_INVALID' || verdict === 'CERT_AUTHORITY_INVALID')
    return { code: 'tls-foreign', issuer };
  return verdict === 'OK' && !isKnownRoot ? { code: 'tls-foreign', issuer } : { code: 'tls' };
}

/** The root of the service's certificate; null unless it is valid. */
function rootOf({ certificate }: NetworkFacts): 'known' | 'local' | null {
  if (certificate?.verdict !== 'OK') return null;
  return certificate.isKnownRoot ? 'known' : 'local';
}

/** A web page or a redirect instead of an answer, which the seller's web server can send too. */
function blamePage(facts: NetworkFacts): Blame {
  const root = rootOf(facts);
  if (root === null) return signInPage;
  return root === 'local' ? readBy(facts) : { id: 'answer', cause: { code: 'bad-reply' } };
}

function readBy({ certificate }: NetworkFacts): Blame {
  return { id: 'tls', cause: { code: 'tls-foreign', issuer: certificate?.issuer ?? '?' } };
}

function blameAnswer(
  code: 'interrupted' | 'bad-reply' | 'bad-signature',
  facts: NetworkFacts,
  { url }: Target,
): Blame {
  const { certificate, networkError } = facts;
  if (networkError?.startsWith('SOCKS_') === true) return proxyRefuses;
  if (rootOf(facts) === 'local') return readBy(facts);
  const isEarly = certificate === null && url.protocol === 'https:';
  // A filter of host names, or a load balancer, ends the connection in the TLS hello.
  if (isEarly && /^CONNECTION_(RESET|CLOSED|ABORTED)$/.test(networkError ?? ''))
    return { id: 'tls', cause: { code: 'interrupted' } };
  return { id: code === 'bad-signature' ? 'signature' : 'answer', cause: { code } };
}
