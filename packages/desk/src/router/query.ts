// The parameters after `?` in the fragment, such as a search. Back restores them with the place.
import { useCallback, useSyncExternalStore } from 'react';
import { subscribe } from './location.ts';

export type Query = Readonly<Record<string, string>>;

function parseQuery(hash: string): Query {
  const at = hash.indexOf('?');
  return at === -1 ? {} : Object.fromEntries(new URLSearchParams(hash.slice(at + 1)));
}

/** The fragment with this query. Empty values are left out. */
export function withQuery(hash: string, query: Query): string {
  const [place = ''] = hash.split('?', 1);
  const set = Object.entries(query).filter(([, value]) => value !== '');
  return set.length === 0 ? place : `${place}?${new URLSearchParams(set).toString()}`;
}

/** The query, and a function that changes some of its values without a new entry in the history. */
export function useQueryTexts(): readonly [Query, (changes: Query) => void] {
  const query = parseQuery(useSyncExternalStore(subscribe, () => location.hash));
  const change = useCallback((changes: Query) => {
    const changed = withQuery(location.hash, { ...parseQuery(location.hash), ...changes });
    history.replaceState(null, '', changed);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }, []);
  return [query, change];
}
