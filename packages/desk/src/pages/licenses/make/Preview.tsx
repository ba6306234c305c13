// An example of the new keys, what will be made, and the balance that is left afterwards.
import { useMemo } from 'react';
import { fillMask, withStars } from '@latchkey/protocol/license-mask.ts';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { isDays } from '../../../parts/days.ts';
import { useWords } from '../use-plans.ts';
import { daysOf, type Choice } from './choice.ts';

interface PreviewProps {
  readonly choice: Choice;
  readonly plan: string;
  readonly count: number | null;
  /** The keys that a reseller may still make, or null. */
  readonly left: number | null;
}

export function Preview({ choice, plan, count, left }: PreviewProps) {
  const { making } = useCopy().licenses;
  const { number } = useFormats();
  const words = useWords();
  const { mask, characters } = choice;
  const example = useMemo(() => exampleOf(mask, characters), [mask, characters]);
  const days = daysOf(choice);
  return (
    <>
      <p className="make-label">{making.example}</p>
      <p className="mono make-example">{example}</p>
      {count !== null && isDays(days) && (
        <p className="make-summary" role="status">
          {making.summary(number(count), count, plan, words.duration(Number(days) * 86_400))}
        </p>
      )}
      {left !== null && (
        <p className="small">
          {count === null || count > left
            ? making.balance(number(left))
            : making.balanceAfter(number(left), number(left - count))}
        </p>
      )}
    </>
  );
}

/** Only an example, so a slightly uneven choice of characters does not matter. */
function exampleOf(mask: string, characters: Choice['characters']): string {
  return fillMask(withStars(mask.trim()), characters, (count) => {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    return random % count;
  });
}
