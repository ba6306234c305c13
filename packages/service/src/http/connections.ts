// Enforces the connection limits before, during and after requests, and recognises trusted proxies.
import { BlockList, isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { normaliseAddress, networkOf } from '../addresses.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { OpenConnections, type ExceededLimit } from './open-connections.ts';

/** At shutdown, how long to wait for a client that reads nothing. */
const readWithinAtEndMs = 1000;
/** Longer answers are written in parts, so that the reader's progress is visible. */
const partBytes = 64 * 1024;
/** Memory for a file that is being sent: one part read, and one that waits for the socket. */
const readAheadBytes = 2 * partBytes;
const readAheads = new WeakMap<Readable, number>();

/** Declares how many bytes a stream may hold in memory, if it is no file. */
export function readsAhead(stream: Readable, bytes: number): void {
  readAheads.set(stream, bytes);
}

/**
 * Proxies expect to close idle connections themselves, most after 60 s. Programs make only a few
 * requests.
 */
const keepAliveMs = { behindProxies: 72_000, direct: 10_000 };

export function serverOptions(limits: ConnectionLimits, trustedProxies: readonly string[]) {
  const { headersWithinMs, requestWithinMs, checkEveryMs, headerBytes } = limits;
  const behindProxies = trustedProxies.length > 0;
  return {
    http: {
      headersTimeout: headersWithinMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: headerBytes,
    },
    requestTimeout: requestWithinMs,
    keepAliveTimeout: behindProxies ? keepAliveMs.behindProxies : keepAliveMs.direct,
  };
}

/** Closes connections beyond the limits. Call it before any other hook is added. */
export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  trustedProxies: readonly string[],
  log: Pick<Logger, 'warn'>,
): void {
  const isTrusted = proxyMatcher(trustedProxies);
  const open = new OpenConnections(limits, undefined, exceededReporter(limits, log));
  app.server.on('connection', (socket) => {
    const address = normaliseAddress(socket.remoteAddress ?? '');
    // Without an address, the socket is already closed.
    if (address === null) return;
    open.add(socket, isTrusted(address) ? null : networkOf(address));
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (open.startRequest(request.raw, reply.raw)) done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    open.startProcessing(request.raw);
    done();
  });
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (payload instanceof Readable) {
      const bytes = readAheads.get(payload) ?? readAheadBytes;
      open.startAnswer(request.raw, reply.raw, bytes, payload);
      done(null, payload);
      return;
    }
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const bytes = isWhole ? Buffer.byteLength(payload) : 0;
    const source =
      isWhole && bytes > partBytes
        ? Readable.from(partsOf(Buffer.from(payload)), { objectMode: false })
        : null;
    open.startAnswer(request.raw, reply.raw, bytes, source);
    if (source !== null) reply.header('content-length', bytes);
    done(null, source ?? payload);
  });
  const { server } = app;
  let timer: NodeJS.Timeout | undefined;
  const endStalled = (everyMs: number, readWithinMs?: number) => {
    clearInterval(timer);
    timer = setInterval(() => open.endStalled(readWithinMs), everyMs).unref();
  };
  server.once('listening', () => endStalled(limits.checkEveryMs));
  app.addHook('preClose', (done) => {
    endStalled(readWithinAtEndMs / 10, Math.min(limits.readWithinMs, readWithinAtEndMs));
    done();
  });
  server.once('close', () => clearInterval(timer));
}

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
}

/**
 * Returns a function that recognises trusted proxies by their address in normal form. It runs for
 * every request, so single addresses are in a set, which is faster than a block list.
 */
export function proxyMatcher(trustedProxies: readonly string[]): (address: string) => boolean {
  const addresses = new Set<string>();
  const ranges = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const normal = normaliseAddress(address) ?? address;
    if (bits === undefined) addresses.add(normal);
    else ranges.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  const hasRanges = ranges.rules.length > 0;
  return (address) => {
    if (addresses.has(address)) return true;
    const family = hasRanges ? isIP(address) : 0;
    return family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Returns whether a text is an address or a range, such as `10.0.0.1` or `10.0.0.0/8`. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more !== undefined) return false;
  return (
    bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
  );
}

const logIntervalMs = 60_000;

const messages: Readonly<Record<ExceededLimit, string>> = {
  connections: 'All connections are in use: closed the slowest ones',
  connectionsOfOne:
    'A network reached its connection limit: closed its slowest connections. If this is your web server, set --trust-proxy',
};

interface LogState {
  untilMs: number;
  ended: number;
}

/**
 * Returns a function that logs exceeded limits, each at most once a minute. `elapsedMs` returns
 * milliseconds of a monotonic clock.
 */
export function exceededReporter(
  limits: Pick<ConnectionLimits, ExceededLimit>,
  log: Pick<Logger, 'warn'>,
  elapsedMs: () => number = () => performance.now(),
): (limit: ExceededLimit) => void {
  const states: Record<ExceededLimit, LogState> = {
    connections: { untilMs: -Infinity, ended: 0 },
    connectionsOfOne: { untilMs: -Infinity, ended: 0 },
  };
  return (limit) => {
    const state = states[limit];
    state.ended += 1;
    if (elapsedMs() < state.untilMs) return;
    log.warn({ most: limits[limit], ended: state.ended }, messages[limit]);
    state.untilMs = elapsedMs() + logIntervalMs;
    state.ended = 0;
  };
}
