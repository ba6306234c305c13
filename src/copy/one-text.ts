// Joins a title and its text into one text, for screen readers and the clipboard.
import type { Copy } from './copy.ts';
import { fill, paragraph } from './sentences.ts';

export function inOneText(
  { notice }: Pick<Copy, 'notice'>,
  title: string,
  text: string | null,
): string {
  return paragraph(fill(notice.sentence, { title }), text);
}
