// Placeholder of what is still being loaded.
import { Skeleton } from '@latchkey/kit/Skeleton.tsx';

export function Waiting({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="waiting" aria-busy="true">
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} width={`${String(90 - 12 * (at % 3))}%`} />
      ))}
    </div>
  );
}
