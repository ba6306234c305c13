// What a seller's name leads to: this machine's own list of hosts first, then DNS, asked in a way that can be broken off. The
// system's own look-up cannot: a few names whose servers are silent would take every thread that it has.
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isIP } from 'node:net';

/** Of each server and try, and how often: together less than any call may take. */
const timing = { timeout: 2000, tries: 2 };

/** Who knows names. */
export interface Names {
  readonly hostsFile: string;
  /** Who is asked, `address:port`; or whom the machine asks by the time of the question. */
  readonly servers: readonly string[] | 'of the machine';
}

export const systemNames: Names = {
  hostsFile:
    process.platform === 'win32'
      ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32\\drivers\\etc\\hosts')
      : '/etc/hosts',
  servers: 'of the machine',
};

/**
 * Addresses of both families, those of IPv4 first; empty: the name has none, or nobody says. Rejects with the reason of `signal`.
 */
export async function resolveName(
  name: string,
  signal: AbortSignal,
  { hostsFile, servers }: Names,
): Promise<readonly string[]> {
  const plain = name.toLowerCase().replace(/\.$/, '');
  const known = await inHosts(plain, hostsFile);
  signal.throwIfAborted();
  if (known.length > 0) return known;
  // One of its own, with the servers as they are by now: breaking it off ends nobody else's question.
  const resolver = new Resolver(timing);
  if (servers !== 'of the machine') resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const families = await Promise.allSettled([resolver.resolve4(plain), resolver.resolve6(plain)]);
    signal.throwIfAborted();
    return families.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Lines of an address and its names; `#` begins a remark. */
async function inHosts(name: string, file: string): Promise<readonly string[]> {
  // A machine without such a list has DNS alone.
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
}
