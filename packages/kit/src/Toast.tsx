// Short confirmations at the bottom of the page, announced by screen readers. They disappear, so
// an error must also be shown elsewhere.
import { useExpiry } from './use-expiry.ts';
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

function ToastLine({ toast: { id, text }, remove }: ToastLineProps) {
  const handlers = useExpiry(shownMs, () => remove(id));
  return (
    <p className="appear" {...handlers}>
      {text}
    </p>
  );
}
