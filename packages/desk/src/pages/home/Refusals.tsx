// Why sign-ins were refused, commonest reason first.
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useLanguage } from '../../copy/language.ts';
import { wordOf } from './word-of.ts';
import { reasonsOf, type SeriesRow } from './periods.ts';

export function Refusals({ rows }: { readonly rows: readonly SeriesRow[] }) {
  const { copy, formats, seller } = useLanguage();
  const { home } = copy;
  const reasons = reasonsOf(rows);
  const most = reasons[0]?.count ?? 1;
  if (reasons.length === 0) return null;
  return (
    <Sheet title={home.refusals}>
      <SheetPart>
        <ul className="shares">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              <span>{wordOf(seller.outcomes, reason)}</span>
              <span className="share-number">{formats.number(count)}</span>
              <progress max={most} value={count} aria-hidden="true" />
            </li>
          ))}
        </ul>
      </SheetPart>
    </Sheet>
  );
}
