// Reports proxies that hide their clients: to the log, and to `latchkey doctor`.
import type { Logger } from 'pino';
import { writeFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import type { ProxyReports } from '../http/client-address.ts';

export function proxyReports(db: Database, log: Pick<Logger, 'warn'>): ProxyReports {
  return {
    untrusted: (address) =>
      log.warn(
        { address },
        'A request came through an untrusted proxy: if the proxy is yours, set --trust-proxy',
      ),
    unreadable: (address) => {
      log.warn(
        { address },
        'The IPs that a trusted proxy reports cannot be read: let it send X-Forwarded-For',
      );
      writeFact(db, 'unreadable-proxy', address).catch((error: unknown) =>
        log.warn({ error }, 'Could not record an unreadable proxy for "latchkey doctor"'),
      );
    },
  };
}

export function unreadableProxyText(address: string): string {
  return `The proxy ${address} reported no IPs that can be read, so users behind it share one IP and its limits. Let it send each user's IP in X-Forwarded-For, then restart the service.`;
}
