// Runs each background work of the service once, over rows of every kind.
import { expect, onTestFinished, vi } from 'vitest';
import { steadyForMs } from '../../../src/clock.ts';
import { openMailServer } from '../../mail-server-parts.ts';
import type { Collect } from './asked-statements.ts';
import { openEmpty } from './empty-service.ts';
import { nowSeconds } from './filled-values.ts';
import { refill } from './refill.ts';

/** The works of `startBackgroundWork` but SQLite's statistics. */
const works = 9;

export async function workInBackground(collect: Collect): Promise<void> {
  let finished: (() => void)[] = [];
  let passedMs = 0;
  const elapsed = performance.now();
  const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => elapsed + passedMs);
  onTestFinished(() => monotonic.mockRestore());
  const { db } = await openEmpty(
    (_, again) => {
      // Others are timers of deliveries, which come and go.
      if (again.name === 'startRun') finished.push(again);
      return () => undefined;
    },
    { now: () => nowSeconds * 1000 + passedMs, smtpFile: (await openMailServer()).smtpFile },
  );
  const allFinish = () =>
    vi.waitFor(() => {
      expect(finished).toHaveLength(works);
    }, 30_000);
  await allFinish();
  await refill(db, 'used');
  passedMs = steadyForMs;
  const due = finished;
  finished = [];
  await collect(async () => {
    for (const again of due) again();
    await allFinish();
  });
}
