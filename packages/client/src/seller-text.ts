// The one place where a text that came over the wire is made fit to be shown: bounded, nothing that reorders or hides what is
// around it, and no letter under a heap of marks. What is compared or sent back is taken before this.

const longest = { line: 300, name: 100, lines: 1000, message: 2000, rows: 20 } as const;
/** Control characters, lone surrogates, line separators and the marks that change the direction of text. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;
/** Characters that nobody sees; those that join letters of some scripts stay. */
const invisible = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]+/gu;
/** Scripts need up to two marks on a letter; more are there to cover the lines above and below. */
const heap = /(\p{M}{2})\p{M}+/gu;

/** One line; null when nothing readable is left. */
export function cleanText(text: string | null): string | null {
  const clean = cut(plain(text ?? ''), longest.line);
  return clean === '' ? null : clean;
}

/** The name of somebody or something, as it stands in sentences and lists; empty when nothing readable is left. */
export function cleanName(text: string | null): string {
  return cut(plain(text ?? ''), longest.name);
}

/** Keeps line breaks, one empty line at most in a row; null when nothing readable is left. */
export function cleanLines(text: string): string | null {
  const lines = text.slice(0, longest.lines * 4).split(/\r\n|\r|\n/);
  const clean = lines
    .map(plain)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
  const short = cut(clean, longest.lines);
  return short === '' ? null : short;
}

/** What somebody wrote to others: twenty lines at most, what more there are stand in the last one; empty when nothing readable is left. */
export function cleanMessage(text: string): string {
  const lines = text
    .slice(0, longest.message * 2)
    .split(/\r\n|\r|\n/)
    .map(plain);
  const full = lines.filter((line) => line !== '');
  const last = full.slice(longest.rows - 1).join(' ');
  return cut([...full.slice(0, longest.rows - 1), last].join('\n'), longest.message);
}

/** As long as a release's text can be; empty when nothing readable is left. */
export function cleanNotes(text: string): string {
  const clean = text.split('\n').map(plain).join('\n');
  return clean.replace(/\n{3,}/g, '\n\n').trim();
}

function plain(text: string): string {
  return text
    .slice(0, longest.lines * 4)
    .normalize('NFC')
    .replace(unfit, ' ')
    .replace(invisible, '')
    .replace(heap, '$1')
    .trim();
}

/** By code points, so that no character is cut in two. */
function cut(text: string, most: number): string {
  return Array.from(text.trim()).slice(0, most).join('').trim();
}
