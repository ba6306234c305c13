// A fake host of the connection check, whose network and computer have no fault by default.
import type { CheckHost, FolderFacts, Probes } from '../../src/main/core/connection-check/ports.ts';
import type { Http } from '@latchkey/client/ports.ts';

export interface FakeCheckHost extends CheckHost {
  /** Replaces probes. */
  readonly probes: Partial<{ -readonly [Name in keyof Probes]: Probes[Name] }>;
  readonly folders: { -readonly [Name in keyof FolderFacts]: FolderFacts[Name] };
  online: boolean;
  /** The host names of the checks so far. */
  readonly opened: string[];
}

export const goodCertificate = {
  verdict: 'OK',
  isKnownRoot: true,
  issuer: 'R11',
} as const;

export function createFakeCheckHost(http: Http): FakeCheckHost {
  const opened: string[] = [];
  const host: FakeCheckHost = {
    online: true,
    probes: {},
    folders: { isDataFolderWritable: true, freeBytes: 50e9, isProgramFolderWritable: null },
    opened,
    isOnline: () => host.online,
    open(hostname) {
      opened.push(hostname);
      return {
        http,
        plainHttp: http,
        addresses: (_, family) => Promise.resolve(family === 4 ? ['203.0.113.7'] : []),
        proxyKind: () => Promise.resolve('DIRECT'),
        connect: (_host, _port, family) => Promise.resolve(family === 4 ? 'open' : 'none'),
        certificate: () => goodCertificate,
        networkError: () => null,
        ...host.probes,
      };
    },
    readFolders: () => Promise.resolve(host.folders),
  };
  return host;
}
