// The number of shown rows of a list, and a button that reads more.
import { Pager } from '@latchkey/kit/Pager.tsx';
import { pageRows, type List } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';

/** Draws nothing for a list with all of its rows on the first page. */
export function MoreRows({ list }: { readonly list: List<unknown> }) {
  const { copy, formats } = useLanguage();
  if (list.showMore === null && list.rows.length <= pageRows) return null;
  return (
    <Pager
      count={copy.balance.rows(formats.number(list.rows.length), list.showMore !== null)}
      moreLabel={copy.frame.showMore}
      onMore={list.showMore}
      waiting={list.isReadingMore}
    />
  );
}
