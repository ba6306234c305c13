// Cells with times, in tables about users.
import { useNow } from '@latchkey/kit/use-now.ts';
import type { Formats } from '../../../copy/formats.ts';
import { useCopy, useFormats } from '../../../copy/language.ts';

/** How long ago, with the exact time as a tooltip. `at` is in unix seconds. */
export function Ago({ at }: { readonly at: string | null }) {
  const { frame } = useCopy();
  const formats = useFormats();
  const nowMs = useNow(60_000);
  if (at === null) return frame.never;
  return <time title={formats.dateTime(at)}>{formats.relative(at, nowMs)}</time>;
}

/** The day, or nothing for an empty text. */
export function dateOf(formats: Formats, at: string) {
  return at === '' ? null : <time>{formats.date(at)}</time>;
}
