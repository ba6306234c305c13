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
 * Chromium caches verdicts about certificates, so that each check needs a partition without a
 * cache. Electron never frees a partition, so that the names repeat.
 */
const maxPartitions = 8;

export function createElectronCheckHost({
  readFolders,
}: Pick<CheckHost, 'readFolders'>): CheckHost {
  let opened = 0;
  return {
    isOnline: () => net.isOnline(),
    open(hostname) {
      const name = `connection-check-${opened % maxPartitions}`;
      opened += 1;
      return openProbes(session.fromPartition(name, { cache: false }), hostname);
    },
    readFolders,
  };
}

/** Chromium's own verdict (electron/docs/api/session.md). */
const chromiumVerdict = -3;

function openProbes(own: Session, hostname: string): Probes {
  let certificate: CertificateFacts | null = null;
  let networkError: string | null = null;
  own.setCertificateVerifyProc((request, decide) => {
    if (request.hostname === hostname) {
      const { issuerName, validStart } = request.certificate;
      certificate = {
        verdict: request.verificationResult.replace(/^(net::)?(ERR_)?/, ''),
        isKnownRoot: request.isIssuedByKnownRoot,
        issuer: issuerName,
        validFrom: validStart * 1000,
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
    http: onceEmpty(createElectronHttp({ sessionOf, onNetworkError })),
    plainHttp: onceEmpty(createElectronHttp({ sessionOf })),
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
