// Resolves a seller's host name with this machine's hosts file, then DNS. Queries can be cancelled.
// The system's resolver cannot: a few names with silent servers would block all its threads.
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isIP } from 'node:net';

/** Timeout for each server and try. All tries together take less than the timeout of any call. */
const timing = { timeout: 2000, tries: 2 };

/** The sources of names' addresses. */
export interface NameSources {
  readonly hostsFile: string;
  /** DNS servers as `address:port`, or those of the machine at the time of the query. */
  readonly servers: readonly string[] | 'of the machine';
}

export const systemNames: NameSources = {
  hostsFile:
    process.platform === 'win32'
      ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32\\drivers\\etc\\hosts')
      : '/etc/hosts',
  servers: 'of the machine',
};

/**
 * Returns IPv4 addresses first. Returns an empty list if no server knows the name. Rejects with the
 * reason of `signal`.
 */
export async function resolveName(
  name: string,
  signal: AbortSignal,
  { hostsFile, servers }: NameSources,
): Promise<readonly string[]> {
  const normalName = name.toLowerCase().replace(/\.$/, '');
  const known = await readHostsFile(normalName, hostsFile);
  signal.throwIfAborted();
  if (known.length > 0) return known;
  // Each query has a separate resolver with the current servers, so that cancelling it ends no
  // other query.
  const resolver = new Resolver(timing);
  if (servers !== 'of the machine') resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const families = await Promise.allSettled([
      resolver.resolve4(normalName),
      resolver.resolve6(normalName),
    ]);
    signal.throwIfAborted();
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Reads a name's addresses from the hosts file. A line has an address and its names; `#` begins a
 * comment.
 */
async function readHostsFile(name: string, file: string): Promise<readonly string[]> {
  // Without a hosts file, there is only DNS.
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
}
