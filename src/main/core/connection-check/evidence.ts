// Evidence of the network checks in technical words. SECURITY: no address, host or path of this
// computer or of a proxy: only counts, kinds, and the name in the service's certificate.
import { cleanName } from '@latchkey/client/seller-text.ts';
import { type NetworkFacts } from './facts.ts';

const unknown = '?';

export function namesEvidence({ ipv4, ipv6 }: NetworkFacts): string {
  const count = (addresses: readonly string[] | null) => addresses?.length ?? unknown;
  return `A ${count(ipv4)}, AAAA ${count(ipv6)}`;
}

export function routeEvidence({ connect4, connect6 }: NetworkFacts): string {
  return `IPv4 ${connect4 ?? unknown}, IPv6 ${connect6 ?? unknown}`;
}

export function certificateEvidence({ certificate, networkError }: NetworkFacts): string | null {
  if (certificate === null) return networkError;
  const { verdict, issuer, isKnownRoot } = certificate;
  return `${verdict}, ${issuer}, ${isKnownRoot ? 'known root' : 'local root'}`;
}

export function answerEvidence({ failure, networkError }: NetworkFacts): string | null {
  if (failure === null) return null;
  return networkError === null ? failure.code : `${failure.code}, ${networkError}`;
}

const maxIssuerLength = 40;
/** An e-mail address, a path, or an IP address. */
const personal = /[@/\\]|\d+\.\d+\.\d+\.\d+|:.*:/;

/** Returns the name in a certificate; `?` if it may tell something about this computer. */
export function issuerOf(name: string): string {
  const short = Array.from(cleanName(name)).slice(0, maxIssuerLength).join('').trim();
  return short === '' || personal.test(name) ? unknown : short;
}
