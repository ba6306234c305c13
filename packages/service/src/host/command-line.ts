// Parses the arguments of the service's command.
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { logFormats, logLevels, type LogFormat, type LogLevel } from './log-options.ts';
import { isLoopback } from '../addresses.ts';
import type { MetricsAddress } from './metrics-server.ts';
import { defaultConnections, defaultRequestsPerMinute, maxProcesses } from '../default-limits.ts';
import { isAddressOrRange } from '../http/connections.ts';
import type { ArgumentParser } from './argument-parser.ts';

/** The parsed arguments, under the names of the options. */
export interface Arguments {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly trustProxy?: readonly string[];
  /** `host:port` in the seller's network that webhooks and files may use, also over http. */
  readonly allowPrivate?: readonly string[];
  readonly metrics?: MetricsAddress;
  /** Other machines may reach the metrics. */
  readonly metricsExposed?: boolean;
  /** Requests a minute from one IP. */
  readonly requests: number;
  /** Connections to PostgreSQL. */
  readonly pool: number;
  readonly processes: number;
  /** Seconds. */
  readonly drain: number;
  readonly logLevel?: LogLevel;
  readonly logFormat?: LogFormat;
  readonly demo?: boolean;
  /** Serve the sellers' desk. */
  readonly desk?: boolean;
  /** Serve customers' pages; a text is their only host name. */
  readonly page?: true | string;
  readonly json?: boolean;
}

const variables = `
Variables:
  DATABASE_URL               store the data in this PostgreSQL database; files stay in the folder
  LATCHKEY_SIGNING_KEY_FILE  signing key (signing-key.pem in the folder); required with DATABASE_URL
  LATCHKEY_SECRET_FILE       service secret (service-secret in the folder)
  LATCHKEY_SMTP_FILE         mail settings, a private JSON file: url (smtps://...), from, publicUrl
  LATCHKEY_SHOP_APIS         other addresses of shops' APIs, for tests: stripe=http://127.0.0.1:9000,...`;

/** Adds the service's options to `command`, whose action calls `run`. */
export function serviceCommand(
  command: ArgumentParser,
  run: (given: Arguments) => Promise<void>,
): ArgumentParser {
  const described = command
    .description('Run the license service')
    .usage('--data <DIR> [options]')
    .option('--data <DIR>', 'store all data in this folder, which is created if it is missing')
    .option(
      '--port <N>',
      'listen on this port; 0 chooses a free one',
      numberBetween(0, 65_535),
      8080,
    )
    .option(
      '--host <IP>',
      'listen on this IP; 127.0.0.1 is reachable only from this machine',
      hostOf,
      '127.0.0.1',
    )
    .option(
      '--trust-proxy <IP,...>',
      'trust the X-Forwarded-For header of these IPs or ranges (10.0.0.0/8) only',
      listParser(isAddressOrRange, 'IPs or ranges, such as 10.0.0.1,10.1.0.0/16'),
    )
    .option(
      '--allow-private <HOST:PORT,...>',
      'allow webhooks and files at these hosts, also private ones and without https',
      listParser(isHostAndPort, 'hosts with ports, such as 10.0.0.5:8080'),
    );
  return addMonitoring(addLimits(described))
    .option('--demo', 'fill an empty folder with demo accounts and keys, for this machine only')
    .option('--desk', 'serve the desk for sellers under /desk/; keep this path inside your network')
    .option(
      '--page [HOST]',
      "serve customers' pages under /my/, at this host name only if one is given",
      hostNameOf,
    )
    .option('--json', 'print one line of JSON once the service listens')
    .addHelpText('after', variables)
    .action((given: Arguments) => {
      if (!given.data) command.refuse('--data <DIR> is missing.');
      // SECURITY: metrics have no password, and show how busy the service is.
      if (given.metrics && given.metricsExposed !== true && !isLoopback(given.metrics.host))
        command.refuse('--metrics needs 127.0.0.1 or ::1. Add --metrics-exposed for any other IP.');
      // SECURITY: sellers' pages never share the origin of the desk where others can reach both.
      if (given.desk === true && given.page === true && isPublic(given))
        command.refuse('--page needs a host name beside --desk, such as --page my.example.com.');
      return run(given);
    });
}

function addLimits(command: ArgumentParser): ArgumentParser {
  return command
    .option(
      '--requests <N>',
      'requests a minute from one IP; five sixths of them may transfer releases',
      numberBetween(60, 1_000_000),
      defaultRequestsPerMinute,
    )
    .option(
      '--pool <N>',
      'connections to PostgreSQL for requests; one more is for statistics',
      numberBetween(4, 200),
      defaultConnections,
    )
    .option(
      '--processes <N>',
      'processes that share the port, each with its own pool; "auto" starts one per processor',
      processesOf,
      1,
    );
}

function addMonitoring(command: ArgumentParser): ArgumentParser {
  return command
    .option(
      '--metrics <IP:PORT>',
      'serve metrics for Prometheus at this address, such as 127.0.0.1:9464',
      metricsAddressOf,
    )
    .option('--metrics-exposed', 'allow an address of --metrics that other machines can reach')
    .option(
      '--drain <SECONDS>',
      'after a stop signal, serve for this long while /readyz answers 503',
      numberBetween(0, 3600),
      0,
    )
    .option(
      '--log-level <LEVEL>',
      'log nothing below this level: debug, info, warn or error',
      oneOf(logLevels),
      'info',
    )
    .option(
      '--log-format <FORMAT>',
      'log JSON lines (json), or text for people (pretty)',
      oneOf(logFormats),
      'json',
    );
}

function numberBetween(least: number, most: number) {
  return (text: string): number => {
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : -1;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`must be a number from ${least} to ${most}.`);
  };
}

function processesOf(text: string): number {
  if (text === 'auto') return Math.min(maxProcesses, availableParallelism());
  return numberBetween(1, maxProcesses)(text);
}

function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string): Word => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`must be ${words.join(', ').replace(/, (?!.*,)/, ' or ')}.`);
  };
}

function metricsAddressOf(text: string): MetricsAddress {
  const [, host = '', port = ''] = /^(?:\[?)([0-9a-f.:]+?)(?:\]?):([0-9]{1,5})$/i.exec(text) ?? [];
  if (isIP(host) !== 0 && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new InvalidArgumentError('must be an IP and a port, such as 127.0.0.1:9464.');
}

function hostOf(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidArgumentError('must be an IP, such as 127.0.0.1 or ::1.');
}

function hostNameOf(text: string): string {
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text)) return text;
  throw new InvalidArgumentError('must be a host name in lower case, such as my.example.com.');
}

function isPublic({ host, trustProxy = [] }: Arguments): boolean {
  return trustProxy.length > 0 || !isLoopback(host);
}

function listParser(isItem: (text: string) => boolean, what: string) {
  return (text: string): readonly string[] => {
    const list = text === '' ? [] : text.split(',').map((one) => one.trim());
    if (list.every(isItem)) return list;
    throw new InvalidArgumentError(`must be ${what}.`);
  };
}

/** Accepts only the form that a URL parser produces. */
function isHostAndPort(text: string): boolean {
  const port = /:([0-9]{1,5})$/.exec(text)?.[1] ?? '';
  if (port === '' || !URL.canParse(`http://${text}/`)) return false;
  return `${new URL(`http://${text}/`).hostname}:${port}` === text;
}
