// Shows a query: a skeleton at first, the reason of a failure, or its data.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../layout/LoadFailed.tsx';
import { Waiting } from './Waiting.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Lines of the skeleton. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, lines = 3, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFailed error={query.error} retry={() => void query.refetch()} />;
  return <Waiting lines={lines} />;
}
