// Short confirmations at the bottom of the page, announced by screen readers. They disappear, so
// an error must also be shown elsewhere.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Toast, Toasts } from './use-toasts.ts';

const shownMs = 6000;

export function ToastRegion({ toasts, remove }: Pick<Toasts, 'toasts' | 'remove'>) {
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} remove={remove} />
      ))}
    </div>
  );
}

interface ToastLineProps {
  readonly toast: Toast;
  readonly remove: (id: number) => void;
}

/** Stays while the pointer is on it. */
function ToastLine({ toast: { id, text }, remove }: ToastLineProps) {
  const [held, setHeld] = useState(false);
  const end = useEffectEvent(() => remove(id));
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => end(), shownMs);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <p
      className="appear"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {text}
    </p>
  );
}
