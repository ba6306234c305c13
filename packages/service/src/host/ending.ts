// How the service stops serving: finishes what is in flight, takes nothing new, and is done in time whatever others do.
import type { FastifyInstance } from 'fastify';

/**
 * Called before it listens; what it returns ends it. `begun` is aborted first: some requests in flight take long, and stop where
 * they are. `others`: what is finished after the last answer, before the database is let go. Neither a client that never finishes its request nor a database that says nothing holds it up for longer.
 */
export function endingOf(
  app: FastifyInstance,
  begun: Pick<AbortController, 'abort'>,
  others: () => Promise<void>,
): (withinMs: number) => Promise<void> {
  let isEnding = false;
  // Without it a connection that is busy now is kept open afterwards, for a next question that nobody would answer.
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
