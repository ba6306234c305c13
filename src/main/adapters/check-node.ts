// The probes of the connection check by Node, for the preview: no proxy, no certificate facts.
import { lookup } from 'node:dns/promises';
import { createNodeHttp } from '@latchkey/client/http-node.ts';
import type { CheckHost } from '../core/connection-check/ports.ts';
import { connectBy } from './check-connect.ts';

export function createNodeCheckHost({ readFolders }: Pick<CheckHost, 'readFolders'>): CheckHost {
  return {
    isOnline: () => true,
    open: () => ({
      http: createNodeHttp(),
      plainHttp: createNodeHttp(),
      async addresses(host, family) {
        const found = await lookup(host, { family, all: true }).catch(() => []);
        return found.map(({ address }) => address);
      },
      proxyKind: () => Promise.resolve('DIRECT'),
      connect: connectBy,
      certificate: () => null,
      networkError: () => null,
    }),
    readFolders,
  };
}
