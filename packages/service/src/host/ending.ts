// Shuts the server down: accepts no new requests, and finishes those in flight within a time limit.
import type { FastifyInstance } from 'fastify';

/**
 * Call it before the server listens. The returned function aborts `shutdown` to stop long requests,
 * waits for the last answer, then for `closeOthers`. It gives up after `timeoutMs`, even if a
 * client is slow or a database silent.
 */
export function endingOf(
  app: FastifyInstance,
  begun: Pick<AbortController, 'abort'>,
  others: () => Promise<void>,
): (withinMs: number) => Promise<void> {
  let isEnding = false;
  // Without this header, a busy connection stays open for a next request that nobody answers.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isEnding) reply.header('connection', 'close');
    done();
  });
  return async (withinMs) => {
    isEnding = true;
    begun.abort();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        app.server.closeAllConnections();
        resolve();
      }, withinMs);
    });
    await Promise.race([app.close().then(others), late]);
    clearTimeout(timer);
  };
}
