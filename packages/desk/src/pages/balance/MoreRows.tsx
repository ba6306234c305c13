// The number of shown rows of a list, and a button that reads more.
import { Pager } from '@latchkey/kit/Pager.tsx';
import type { List } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';

/** Draws nothing for a list without rows. */
export function MoreRows({ list }: { readonly list: List<unknown> }) {
  const { copy, formats } = useLanguage();
  if (list.rows.length === 0) return null;
  return (
    <Pager
      count={copy.balance.rows(formats.number(list.rows.length), list.showMore !== null)}
      moreLabel={copy.frame.showMore}
      onMore={list.showMore}
      waiting={list.isReadingMore}
    />
  );
}
