// The publisher's notes with their headings ("# New"), lists ("- Faster") and paragraphs.
// SECURITY: only React elements with plain text; no markup, links or images of the publisher.
import { joinValues } from '../../../copy/sentences.ts';

const heading = /^#{1,6}\s+/;
const item = /^\s*[-*•]\s+/;

interface Block {
  readonly kind: 'heading' | 'list' | 'text';
  readonly lines: readonly string[];
}

/** Successive lines of a kind are one block. An empty line ends a paragraph. */
function blocksOf(notes: string): readonly Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = [];
  let isNew = true;
  for (const line of notes.split('\n')) {
    const kind = heading.test(line) ? 'heading' : item.test(line) ? 'list' : 'text';
    const last = blocks.at(-1);
    if (line.trim() === '') isNew = true;
    else {
      const text = line.replace(heading, '').replace(item, '');
      if (last !== undefined && last.kind === kind && !(isNew && kind === 'text'))
        last.lines.push(text);
      else blocks.push({ kind, lines: [text] });
      isNew = false;
    }
  }
  return blocks;
}

/** The notes without their markup, in one line. */
export function plainNotes(notes: string): string {
  const values = blocksOf(notes).flatMap(({ kind, lines }) =>
    kind === 'list' ? lines : lines.join(' '),
  );
  return joinValues(...values);
}

export function FormattedNotes({ notes }: { readonly notes: string }) {
  return blocksOf(notes).map(({ kind, lines }, at) => {
    if (kind === 'list')
      return (
        <ul key={at}>
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      );
    const text = lines.join('\n');
    return kind === 'heading' ? <h3 key={at}>{text}</h3> : <p key={at}>{text}</p>;
  });
}
