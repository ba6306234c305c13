// A title and what stands below it as one text, for who hears it or copies it.
import type { Copy } from './copy.ts';
import { fill, paragraph } from './sentences.ts';

export function inOneText(
  { notice }: Pick<Copy, 'notice'>,
  title: string,
  text: string | null,
): string {
  return paragraph(fill(notice.sentence, { title }), text);
}
