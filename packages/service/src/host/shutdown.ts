// Shuts the server down: accepts no new requests, and finishes those in flight within a time limit.
import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

export interface Shutdown {
  /**
   * Aborts long requests, waits for the last answer, then for `closeOthers`. Gives up after
   * `timeoutMs`, even if a client is slow or a database silent.
   */
  readonly shutDown: (timeoutMs: number) => Promise<void>;
  /**
   * Accepts no new connections, which other processes do, and serves the open ones. Each is closed
   * after its next answer, so that no client meets a closed connection. Resolves when all are
   * closed, or after `timeoutMs`.
   */
  readonly handOver: (timeoutMs: number) => Promise<void>;
}

/** Call it before the server listens. */
export function createShutdown(
  app: FastifyInstance,
  shutdown: Pick<AbortController, 'abort'>,
  closeOthers: () => Promise<void>,
): Shutdown {
  let isEnding = false;
  // Without this header, a busy connection stays open for a next request that nobody answers.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isEnding) reply.header('connection', 'close');
    done();
  });
  return {
    async shutDown(timeoutMs) {
      isEnding = true;
      shutdown.abort();
      await inTimeOr(app.close().then(closeOthers), timeoutMs, () =>
        app.server.closeAllConnections(),
      );
    },
    async handOver(timeoutMs) {
      isEnding = true;
      // `close` of an HTTP server closes idle connections too, on which a request may be arriving.
      const closed = new Promise<void>((resolve) => {
        Server.prototype.close.call(app.server, () => resolve());
      });
      await inTimeOr(closed, timeoutMs, () => undefined);
    },
  };
}

async function inTimeOr(work: Promise<void>, timeoutMs: number, giveUp: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      giveUp();
      resolve();
    }, timeoutMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

/** How long the open connections are served. Then idle ones are closed. */
const serveOpenMs = { handOver: 5000, stop: 1000 };

interface EndOptions {
  readonly drainMs?: number | undefined;
  readonly closeWithinMs: number;
  readonly closers: readonly (() => Promise<void>)[];
}

/** The functions that end a running service. */
export function endings(
  readiness: Pick<Readiness, 'drain'>,
  { shutDown, handOver }: Shutdown,
  { drainMs, closeWithinMs, closers }: EndOptions,
): Record<'close' | 'stop' | 'handOver', () => Promise<void>> {
  const endAfter = async (ready: Promise<void>): Promise<void> => {
    await ready;
    await shutDown(closeWithinMs);
    await closeAll(closers);
  };
  return {
    close: () => endAfter(readiness.drain(drainMs)),
    stop: () => endAfter(readiness.drain(drainMs).then(() => handOver(serveOpenMs.stop))),
    handOver: () => endAfter(handOver(serveOpenMs.handOver)),
  };
}

export async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  await Promise.all(closers.map((close) => close()));
}
