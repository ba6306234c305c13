// Runs a form's command, one call at a time, and stores the last failure.
import { useRef, useState } from 'react';
import type { Failure, Result } from '../../shared/failure.ts';
import { askBridge } from './ask-bridge.ts';

export interface Command<Reply> {
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** Sends nothing and returns null while another call is in flight. */
  readonly run: (ask: () => Promise<Result<Reply>>) => Promise<Result<Reply> | null>;
  readonly clear: () => void;
}

export function useCommand<Reply>(): Command<Reply> {
  const inFlight = useRef(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const run = async (ask: () => Promise<Result<Reply>>) => {
    if (inFlight.current) return null;
    inFlight.current = true;
    setPending(true);
    setFailure(null);
    const answer = await askBridge(ask());
    inFlight.current = false;
    setPending(false);
    if (!answer.ok) setFailure(answer.failure);
    return answer;
  };
  return { pending, failure, run, clear: () => setFailure(null) };
}
