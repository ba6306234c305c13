// Joins a title and its text into one text, for screen readers and the clipboard.
import type { Copy } from './copy.ts';
import { fill, joinSentences } from './sentences.ts';

export function joinTitleAndText(
  { notice }: Pick<Copy, 'notice'>,
  title: string,
  text: string | null,
): string {
  return joinSentences(fill(notice.sentence, { title }), text);
}
