// Runs a request of a form once at a time, and keeps its failure.
import { useRef, useState } from 'react';
import { failureOf, type Failure } from '@latchkey/web/failure.ts';

export interface Action<Argument> {
  readonly isPending: boolean;
  readonly failure: Failure | null;
  /** Ignored while a request is in flight. */
  readonly run: (argument: Argument) => Promise<void>;
  /** Removes the failure, as when another form replaces this one. */
  readonly forget: () => void;
}

export function useAction<Argument>(work: (argument: Argument) => Promise<void>): Action<Argument> {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isRunning = useRef(false);
  const run = async (argument: Argument) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    try {
      await work(argument);
      setFailure(null);
    } catch (error) {
      const failed = failureOf(error);
      // The user closed the dialog that asks for the password again.
      setFailure(failed.code === 'cancelled' ? null : failed);
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  return { isPending, failure, run, forget: () => setFailure(null) };
}
