// Shuts the server down: accepts no new requests, and finishes those in flight within a time limit.
import type { FastifyInstance } from 'fastify';

/**
 * Call it before the server listens. The returned function aborts `shutdown` to stop long requests,
 * waits for the last answer, then for `closeOthers`. It gives up after `timeoutMs`, even if a
 * client is slow or a database silent.
 */
export function createShutdown(
  app: FastifyInstance,
  shutdown: Pick<AbortController, 'abort'>,
  closeOthers: () => Promise<void>,
): (timeoutMs: number) => Promise<void> {
  let isShuttingDown = false;
  // Without this header, a busy connection stays open for a next request that nobody answers.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isShuttingDown) reply.header('connection', 'close');
    done();
  });
  return async (timeoutMs) => {
    isShuttingDown = true;
    shutdown.abort();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        app.server.closeAllConnections();
        resolve();
      }, timeoutMs);
    });
    await Promise.race([app.close().then(closeOthers), timeout]);
    clearTimeout(timer);
  };
}
