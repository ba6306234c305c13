// The arguments of the service's command.
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { isAddressOrRange } from '../http/connections.ts';

export interface Arguments {
  readonly dataFolder: string;
  readonly port: number;
  readonly host: string;
  readonly trustedProxies: readonly string[];
  /** `host:port` in the seller's own network that webhooks and files may be at, also by http. */
  readonly allowPrivate: readonly string[];
  readonly demo: boolean;
  readonly json: boolean;
}

export const usage = `Usage: npm run service -- --data DIR [--port N] [--host IP] [--trust-proxy LIST] [--allow-private LIST] [--demo] [--json]
  --data DIR  store all data in this folder, which is created if it is missing
  --port N    listen on this port (8080); 0 chooses a free one
  --host IP   listen on this IP (127.0.0.1, which only this machine can reach)
  --trust-proxy IP[,IP...]
              trust the X-Forwarded-For header of these IPs or ranges (10.0.0.0/8) only
  --allow-private HOST:PORT[,HOST:PORT...]
              allow webhooks and files at these hosts, also private ones and without https
  --demo      fill an empty folder with demo accounts and keys
  --json      print one line of JSON once the service listens

Variables:
  DATABASE_URL               store the data in this PostgreSQL database; files stay in the folder
  LATCHKEY_SIGNING_KEY_FILE  signing key (signing-key.pem in the folder); required with DATABASE_URL
  LATCHKEY_SECRET_FILE       service secret (service-secret in the folder)
  LATCHKEY_SMTP_FILE         mail settings, a private JSON file: url (smtps://...), from, publicUrl`;

/** A sentence where they cannot be understood. */
export function readArguments(argv: readonly string[]): Arguments | { readonly problem: string } {
  let given;
  try {
    given = parseArgs({
      args: [...argv],
      options: {
        data: { type: 'string' },
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        'trust-proxy': { type: 'string', default: '' },
        'allow-private': { type: 'string', default: '' },
        demo: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    return { problem: 'An option is unknown, or its value is missing.' };
  }
  const { data, port, host, demo, json } = given;
  if (data === undefined || data === '') return { problem: '--data is missing.' };
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    return { problem: '--port must be a number from 0 to 65535.' };
  if (isIP(host) === 0) return { problem: '--host must be an IP, such as 127.0.0.1 or ::1.' };
  const trustedProxies = listOf(given['trust-proxy']);
  if (!trustedProxies.every(isAddressOrRange))
    return { problem: '--trust-proxy must be IPs or ranges, such as 10.0.0.1,10.1.0.0/16.' };
  const allowPrivate = listOf(given['allow-private']);
  if (!allowPrivate.every(isHostAndPort))
    return { problem: '--allow-private must be hosts with ports, such as 10.0.0.5:8080.' };
  return { dataFolder: data, port: Number(port), host, trustedProxies, allowPrivate, demo, json };
}

function listOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(',').map((one) => one.trim());
}

/** Written just as a URL's host is. */
function isHostAndPort(text: string): boolean {
  const port = /:([0-9]{1,5})$/.exec(text)?.[1] ?? '';
  if (port === '' || !URL.canParse(`http://${text}/`)) return false;
  return `${new URL(`http://${text}/`).hostname}:${port}` === text;
}
