// A title and what stands below it as one text, for who hears it or copies it.
import type { LaterCopy } from './copy.ts';
import { fill, paragraph } from './sentences.ts';

export function inOneText(
  { notice }: Pick<LaterCopy, 'notice'>,
  title: string,
  text: string | null,
): string {
  return paragraph(fill(notice.sentence, { title }), text);
}
