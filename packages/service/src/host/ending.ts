// Graceful shutdown: finishes requests in flight, accepts no new requests, and ends within a time
// limit.
import type { FastifyInstance } from 'fastify';

/**
 * Call it before the server listens. The returned function aborts `begun` to stop long requests,
 * waits for the last answer, then for `others`, and gives up after `withinMs`: neither a slow
 * client nor a silent database delays it longer.
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
