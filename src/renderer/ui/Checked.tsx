// Shows the result and age of a check. Screen readers do not announce changes of the age.
import { useEffect, useRef } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { ago } from '../../copy/dates.ts';
import { fill, paragraph, type Unfilled } from '../../copy/sentences.ts';
import { useAge } from '@latchkey/kit/use-age.ts';
import { useAnnouncement } from './use-live-region.ts';

export interface CheckedProps {
  /** The time of the check in unix milliseconds. */
  readonly at: number;
  /** The result, such as "Checked {ago}: still paused." */
  readonly found: Unfilled<'ago'>;
  readonly more?: string;
}

export function Checked({ at, found, more }: CheckedProps) {
  const copy = useCopy();
  const words = (age: number) => paragraph(fill(found, { ago: ago(copy, age) }), more ?? null);
  useAnnouncement(words(0));
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <p ref={line} className="small checked appear">
      {words(useAge(at))}
    </p>
  );
}
