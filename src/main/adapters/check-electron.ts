// The probes of the connection check by Chromium's network stack, which the loader's requests use.
// SECURITY: the partition keeps Chromium's verdict about each certificate and only records it.
import { net, type Session, session } from 'electron';
import type { Http } from '@latchkey/client/ports.ts';
import type {
  CertificateFacts,
  CheckHost,
  IpFamily,
  Probes,
} from '../core/connection-check/ports.ts';
import { connectBy } from './check-connect.ts';
import { createElectronHttp } from './http-electron.ts';

/**
 * Chromium remembers a verdict about a certificate for half an hour, and does not report it again,
 * so a partition rests for that time. Electron never frees one.
 */
const restMs = 31 * 60_000;

export interface ElectronCheckParts extends Pick<CheckHost, 'readFolders'> {
  /** As in the loader's own requests. */
  readonly language: () => string;
}

export function createElectronCheckHost(parts: ElectronCheckParts): CheckHost {
  /** When each partition was opened last, by performance.now(). */
  const openedAt: number[] = [];
  return {
    isOnline: () => net.isOnline(),
    open(hostname) {
      const now = performance.now();
      const rested = openedAt.findIndex((at) => now - at > restMs);
      const index = rested === -1 ? openedAt.length : rested;
      openedAt[index] = now;
      const own = session.fromPartition(`connection-check-${index}`, { cache: false });
      return openProbes(own, hostname, parts.language);
    },
    readFolders: parts.readFolders,
  };
}

/** Chromium's own verdict (electron/docs/api/session.md). */
const chromiumVerdict = -3;

function openProbes(own: Session, hostname: string, language: () => string): Probes {
  const host = hostname.replace(/^\[|\]$/g, '');
  let certificate: CertificateFacts | null = null;
  let networkError: string | null = null;
  own.setCertificateVerifyProc((request, decide) => {
    if (request.hostname.replace(/^\[|\]$/g, '') === host) {
      certificate = {
        verdict: request.verificationResult.replace(/^(net::)?(ERR_)?/, ''),
        isKnownRoot: request.isIssuedByKnownRoot,
        issuer: request.certificate.issuerName,
      };
    }
    decide(chromiumVerdict);
  });
  const sessionOf = () => own;
  const onNetworkError = (name: string) => void (networkError = name);
  const emptied = Promise.all([own.closeAllConnections(), own.clearHostResolverCache()]);
  const onceEmpty = (http: Http): Http => ({
    async send(request) {
      await emptied;
      return http.send(request);
    },
  });
  return {
    http: onceEmpty(createElectronHttp({ sessionOf, onNetworkError, language })),
    plainHttp: onceEmpty(createElectronHttp({ sessionOf, language })),
    addresses: (host, family) => addressesOf(own, host, family),
    proxyKind: async (url) => (await own.resolveProxy(url)).split(/[ ;]/, 1)[0] ?? '',
    connect: connectBy,
    certificate: () => certificate,
    networkError: () => networkError,
  };
}

async function addressesOf(
  own: Session,
  host: string,
  family: IpFamily,
): Promise<readonly string[]> {
  try {
    const queryType = family === 4 ? 'A' : 'AAAA';
    const { endpoints } = await own.resolveHost(host, { queryType, cacheUsage: 'disallowed' });
    return endpoints.map(({ address }) => address);
  } catch {
    return []; // Chromium reports a name without addresses as an error.
  }
}
