// Polls the main process while the data is visible. The main process sets the interval.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure, Result } from '../../shared/failure.ts';
import { askBridge } from './ask-bridge.ts';

export interface Reading<Value> {
  readonly value: Value | null;
  readonly failure: Failure | null;
}

/** Delay between two reads; only prevents a tight loop. */
const atMostEveryMs = 250;

export function useReading<Value>(
  ask: () => Promise<Result<Value>>,
  stop: () => void,
  /** Whether the data is visible. */
  seen = true,
): Reading<Value> {
  const [reading, setReading] = useState<Reading<Value>>({ value: null, failure: null });
  const next = useEffectEvent(ask);
  const end = useEffectEvent(stop);
  useEffect(() => {
    if (!seen) return;
    let shown = true;
    let timer: number | undefined;
    const read = async () => {
      const answer = await askBridge(next());
      if (!shown || isOver(answer)) return;
      setReading(({ value }) =>
        answer.ok ? { value: answer.value, failure: null } : { value, failure: answer.failure },
      );
      timer = window.setTimeout(() => void read(), atMostEveryMs);
    };
    void read();
    return () => {
      shown = false;
      clearTimeout(timer);
      end();
    };
  }, [seen]);
  return reading;
}

/** The user signed out, or another reader took over. */
function isOver(answer: Result<unknown>): boolean {
  if (answer.ok) return false;
  return answer.failure.code === 'cancelled' || answer.failure.code === 'out-of-order';
}
