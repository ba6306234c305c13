// A dialog that failed requests wait for. All of them share one answer.
import { useCallback, useRef, useState } from 'react';

type Answer = PromiseWithResolvers<undefined>;

export function useGate() {
  const answer = useRef<Answer | null>(null);
  const [isOpen, setOpen] = useState(false);
  const request = useCallback(async () => {
    answer.current ??= Promise.withResolvers();
    setOpen(true);
    await answer.current.promise;
  }, []);
  const end = (settle: (one: Answer) => void) => {
    if (answer.current !== null) settle(answer.current);
    answer.current = null;
    setOpen(false);
  };
  return {
    isOpen,
    request,
    open: () => end(({ resolve }) => resolve(undefined)),
    refuse: (error: Error) => end(({ reject }) => reject(error)),
  };
}
