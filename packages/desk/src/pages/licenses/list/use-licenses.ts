// The licenses that match the search and the filters.
import { useMemo } from 'react';
import { useList, useReadAll, type List } from '../../../client/list.ts';
import { useAsk } from '../../../client/seller.ts';
import { useApplication } from '../../../session/application.ts';
import { matchesText, type License } from '../license.ts';
import { matchesFilters, type ListParameters } from './filters.ts';

/** The largest page. A reseller's own keys are searched in the browser, for lack of `findkey`. */
const searchedRows = 10_000;

export interface Licenses extends List<License> {
  /** Why rows may be missing. */
  readonly limit: 'first-matches' | 'newest-searched' | null;
  /** Reads all rows, for a download. */
  readonly readAll: (onRows: (count: number) => void) => Promise<readonly License[]>;
}

export function useLicenses(text: string, parameters: ListParameters): Licenses {
  const { role } = useApplication();
  const isReseller = role === 'reseller';
  const isSearch = text !== '';
  const readAll = useReadAll('fetchallkeys');
  const list = useList('fetchallkeys', parameters, { enabled: !isSearch });
  const found = useAsk('findkey', { text }, { enabled: isSearch && !isReseller });
  const own = useAsk(
    'fetchallkeys',
    { ...parameters, limit: String(searchedRows) },
    { enabled: isSearch && isReseller },
  );
  const search = isReseller ? own : found;
  const rows = useMemo(() => {
    const all: readonly License[] = search.data?.keys ?? [];
    const matches = isReseller ? all.filter((row) => matchesText(row, text)) : all;
    return matches.filter((row) => matchesFilters(row, parameters));
  }, [search.data, isReseller, text, parameters]);
  if (!isSearch) return { ...list, limit: null, readAll: (onRows) => readAll(parameters, onRows) };
  return {
    rows,
    isPending: search.isPending,
    isStale: search.isPlaceholderData,
    error: search.data === undefined ? search.error : null,
    retry: () => void search.refetch(),
    showMore: null,
    isReadingMore: false,
    limit: search.data?.more !== true ? null : isReseller ? 'newest-searched' : 'first-matches',
    readAll: () => Promise.resolve(rows),
  };
}
