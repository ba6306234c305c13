// Lets go of requests that were kept for long enough.
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';
import { keepDoing, type After } from '../keep-doing.ts';

const everyMs = 60_000;
const atOnce = 500;

/** Now and every minute; what it returns ends that. */
export function keepRepeatsSwept({
  db,
  nowMs,
  after,
  log,
}: {
  readonly db: Database;
  /** Unix milliseconds. */
  readonly nowMs: () => number;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error'>;
}): () => Promise<void> {
  return keepDoing({
    everyMs,
    work: () => sweepRepeats(db, Math.floor(nowMs() / 1000)),
    failed: 'Kept requests could not be swept',
    after,
    log,
  });
}

/** In parts, so that nobody waits long for one. `now`: unix seconds. */
async function sweepRepeats(db: Database, now: number): Promise<void> {
  for (;;) {
    const ended = db
      .selectFrom('repeats')
      .select('request')
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt')
      .limit(atOnce);
    const { numDeletedRows } = await db
      .deleteFrom('repeats')
      .where('request', 'in', ended)
      .where('expiresAt', '<=', now)
      .executeTakeFirst();
    if (numDeletedRows < atOnce) return;
  }
}
