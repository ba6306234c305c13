// Draws rows that the page already has in steps, so that thousands of rows do not slow it down.
import { useState } from 'react';
import { Pager } from '@latchkey/kit/Pager.tsx';
import { useLanguage } from '../../copy/language.ts';

const step = 100;

interface Shown<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly showMore: () => void;
}

export function useShownRows<Row>(all: readonly Row[]): Shown<Row> {
  const [count, setCount] = useState(step);
  return { rows: all.slice(0, count), total: all.length, showMore: () => setCount(count + step) };
}

export function ShownRows({ rows, total, showMore }: Shown<unknown>) {
  const { copy, formats } = useLanguage();
  if (total <= step) return null;
  return (
    <Pager
      count={copy.team.shown(formats.number(rows.length), formats.number(total))}
      moreLabel={copy.frame.showMore}
      onMore={rows.length < total ? showMore : null}
    />
  );
}
