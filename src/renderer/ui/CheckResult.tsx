// Shows the result and age of a check. Screen readers do not announce changes of the age.
import { useEffect, useRef } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { formatAge } from '../../copy/dates.ts';
import { fill, joinSentences, type Unfilled } from '../../copy/sentences.ts';
import { useAge } from '@latchkey/kit/use-age.ts';
import { useAnnouncement } from './use-live-region.ts';

export interface CheckResultProps {
  /** The time of the check in unix milliseconds. */
  readonly at: number;
  /** The result, such as "Checked {ago}: still paused." */
  readonly resultText: Unfilled<'ago'>;
  readonly more?: string;
}

export function CheckResult({ at, resultText, more }: CheckResultProps) {
  const copy = useCopy();
  const textFor = (age: number) =>
    joinSentences(fill(resultText, { ago: formatAge(copy, age) }), more ?? null);
  useAnnouncement(textFor(0));
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <p ref={line} className="small checked appear">
      {textFor(useAge(at))}
    </p>
  );
}
