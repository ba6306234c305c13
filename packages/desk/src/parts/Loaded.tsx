// Shows a query: a skeleton at first, the reason of a failure, or its data.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '@latchkey/kit/Skeleton.tsx';
import { LoadFailed } from '../layout/LoadFailed.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Lines of the skeleton. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, lines = 3, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFailed error={query.error} retry={() => void query.refetch()} />;
  return (
    <div className="waiting" aria-busy="true">
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} width={`${String(90 - 12 * (at % 3))}%`} />
      ))}
    </div>
  );
}
