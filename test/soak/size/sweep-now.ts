// Runs the sweep of expired rows immediately: both clocks that the service compares are advanced by
// a quarter of an hour, so that it trusts them.
import { steadyForMs } from '../../../packages/service/src/clock.ts';
import type { Database } from '../../../packages/service/src/database/schema.ts';
import { startExpirySweep } from '../../../packages/service/src/host/expiry-sweep.ts';
import { unixMs } from '@latchkey/protocol/units.ts';

const minuteMs = 60_000;

export async function sweepNow(db: Database): Promise<void> {
  let aheadMs = 0;
  let rests: (again: () => void) => void = () => undefined;
  const rest = () => new Promise<() => void>((resolve) => (rests = resolve));
  let resting = rest();
  const faults: unknown[] = [];
  const end = startExpirySweep({
    db,
    nowMs: () => unixMs(Date.now() + aheadMs),
    elapsedMs: () => performance.now() + aheadMs,
    after(_ms, again) {
      rests(again);
      return () => undefined;
    },
    log: {
      error: (fault: unknown) => void faults.push(fault),
      warn: (what: unknown) => void faults.push(what),
    },
  });
  for (let passed = 0; passed <= steadyForMs; passed += minuteMs) {
    const again = await resting;
    resting = rest();
    aheadMs += minuteMs;
    again();
  }
  await resting;
  await end();
  if (faults.length > 0) throw new Error(`The sweep said: ${JSON.stringify(faults)}`);
}
