// What a check that the user asked for has found, and how long ago that was. Announced once; the time goes on in silence.
import { ago } from '../copy/dates.ts';
import { fill } from '../copy/fill.ts';
import { checkedCopy as copy } from '../copy/steps.ts';
import { useAge } from './use-age.ts';
import { useSpoken } from './use-live-region.ts';

export interface CheckedProps {
  /** Unix milliseconds. */
  readonly at: number;
  /** Such as "still paused". */
  readonly found: string;
}

export function Checked({ at, found }: CheckedProps) {
  const words = (age: number) => fill(copy, { ago: ago(age), found });
  useSpoken(words(0));
  return <p className="small checked appear">{words(useAge(at))}</p>;
}
