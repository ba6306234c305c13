// Starts nginx in front of a service with the configuration from docs/hosting.md, so that tests
// cover the documented configuration. Only port, certificate and log files differ.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../adapters/self-signed.ts';

/** Debian's path, which is not in the PATH of ordinary users. */
const program = '/usr/sbin/nginx';

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Size of the answer's body as sent to the client. */
  readonly bytes: number;
}

export interface Nginx {
  readonly url: string;
  readonly port: number;
  /** Returns the logged requests. nginx writes a line after its answer, so tests must poll. */
  readonly logged: () => readonly LoggedRequest[];
  /** Returns the unparsed log. */
  readonly logText: () => string;
  readonly close: () => Promise<void>;
}

export interface NginxOptions {
  readonly service: string;
  readonly certificate: Certificate;
  /** Changes the documented configuration, as operators may. */
  readonly change?: (config: string) => string;
}

/** Returns the nginx block of docs/hosting.md. */
export function documentedConfig(): string {
  const page = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8');
  const [, block, ...more] = page.split('```nginx\n').map((part) => part.split('```')[0] ?? '');
  if (block === undefined || more.length > 0)
    throw new Error('docs/hosting.md must have one nginx block');
  return block;
}

export async function startNginx(options: NginxOptions): Promise<Nginx> {
  // Another process may take the port before nginx does.
  for (let tries = 1; ; tries += 1) {
    const started = await start(options);
    if (typeof started !== 'string') return started;
    if (tries === 5 || !started.includes('Address already in use')) throw new Error(started);
  }
}

/** Returns nginx's error output if nginx has ended. */
async function start({ service, certificate, change }: NginxOptions): Promise<Nginx | string> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-nginx-'));
  // If root starts nginx, its workers run as another user, who must read the folder.
  chmodSync(folder, 0o755);
  const at = (name: string) => join(folder, name);
  writeFileSync(at('key.pem'), certificate.key, { mode: 0o600 });
  writeFileSync(at('cert.pem'), certificate.cert);
  const port = await freePort();
  const config = (change ?? ((text) => text))(documentedConfig());
  writeFileSync(at('nginx.conf'), fullConfig(folder, localConfig(config, port, service, at)));
  const child = spawn(program, ['-c', at('nginx.conf'), '-p', folder, '-e', at('start.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  let errorOutput = '';
  child.stderr.on('data', (text: Buffer) => (errorOutput += text.toString()));
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = await Promise.race([
    waitUntilListening(port, () => child.exitCode !== null),
    failIfMissing(ended),
  ]);
  if (!isUp) {
    await close();
    return `nginx did not start: ${errorOutput}`;
  }
  const logText = () => readFileSync(at('access.log'), 'utf8');
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    logText,
    logged: () => logText().trim().split('\n').filter(Boolean).map(parseLogLine),
    close,
  };
}

/** Returns false when nginx has ended. Throws if nginx is not installed. */
async function failIfMissing(ended: Promise<unknown>): Promise<boolean> {
  await ended.catch((error: unknown) => {
    throw new Error(
      `${program} cannot be started; test/support/setup-debian.sh installs it: ${String(error)}`,
    );
  });
  return false;
}

/** Puts the documented part into a configuration like Debian's, with compression on by default. */
function fullConfig(folder: string, config: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  sendfile on;
  tcp_nopush on;
  gzip on;
  gzip_types *;
  gzip_proxied any;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${config}
}
`;
}

function localConfig(
  config: string,
  port: number,
  service: string,
  at: (name: string) => string,
): string {
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/listen 443 /g, `listen 127.0.0.1:${port} `],
    // The machine may lack IPv6.
    [/ *listen \[::\]:443 [^;]*;\n/g, ''],
    [/ssl_certificate +[^;]+;/g, `ssl_certificate ${at('cert.pem')};`],
    [/ssl_certificate_key +[^;]+;/g, `ssl_certificate_key ${at('key.pem')};`],
    [/\/var\/log\/nginx\/license\.log/g, at('access.log')],
    [/\/var\/log\/nginx\/license-error\.log/g, at('error.log')],
    [/http:\/\/127\.0\.0\.1:8080/g, service],
  ];
  return replacements.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`docs/hosting.md has nothing like ${from.source}`);
    return changed;
  }, config);
}

/** Parses a line in the documented log_format. */
function parseLogLine(line: string): LoggedRequest {
  const found = /\] ([A-Z]+) (\S+) ([0-9]{3}) ([0-9]+) [0-9.]+$/.exec(line);
  if (found === null) throw new Error(`Not a line in the documented log_format: ${line}`);
  const [, method = '', path = '', status, bytes] = found;
  return { method, path, status: Number(status), bytes: Number(bytes) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntilListening(port: number, hasEnded: () => boolean): Promise<boolean> {
  while (!hasEnded()) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (isOpen) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
