// Polls the main process while its data is visible. The main process delays its answers to set the
// interval.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure, Result } from '../../shared/failure.ts';
import { askBridge } from './ask-bridge.ts';

export interface PolledData<Value> {
  readonly value: Value | null;
  readonly failure: Failure | null;
}

/** The delay between two requests, which prevents a tight loop. */
const pauseMs = 250;

export function usePolling<Value>(
  ask: () => Promise<Result<Value>>,
  stop: () => void,
  /** Whether the data is visible. */
  visible = true,
): PolledData<Value> {
  const [reading, setReading] = useState<PolledData<Value>>({ value: null, failure: null });
  const sendRequest = useEffectEvent(ask);
  const onStop = useEffectEvent(stop);
  useEffect(() => {
    if (!visible) return;
    let active = true;
    let timer: number | undefined;
    const read = async () => {
      const answer = await askBridge(sendRequest());
      if (!active || hasPollingEnded(answer)) return;
      setReading(({ value }) =>
        answer.ok ? { value: answer.value, failure: null } : { value, failure: answer.failure },
      );
      timer = window.setTimeout(() => void read(), pauseMs);
    };
    void read();
    return () => {
      active = false;
      clearTimeout(timer);
      onStop();
    };
  }, [visible]);
  return reading;
}

/** True if the user signed out or another reader took over. */
function hasPollingEnded(answer: Result<unknown>): boolean {
  if (answer.ok) return false;
  return answer.failure.code === 'cancelled' || answer.failure.code === 'out-of-order';
}
