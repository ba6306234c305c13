// Hook for the texts that a ToastRegion shows.
import { useCallback, useRef, useState } from 'react';

export interface Toast {
  readonly id: number;
  readonly text: string;
}

export interface Toasts {
  readonly toasts: readonly Toast[];
  readonly show: (text: string) => void;
  readonly remove: (id: number) => void;
}

/** The returned functions stay the same between renders. */
export function useToasts(): Toasts {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const show = useCallback((text: string) => {
    lastId.current += 1;
    const id = lastId.current;
    // An equal text is announced again, and shown once.
    setToasts((shown) => [...shown.filter((toast) => toast.text !== text), { id, text }]);
  }, []);
  const remove = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  return { toasts, show, remove };
}
