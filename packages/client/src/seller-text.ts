// Cleans untrusted texts for display: limits their length, and removes characters that hide or
// reorder text. Programs must compare and send the original texts.

/** Maximum lengths in code points. `rows` is the maximum number of lines in a message. */
const limits = { line: 300, name: 100, lines: 1000, message: 2000, rows: 20 } as const;
/** Control characters, lone surrogates, line separators and bidirectional controls. */
const controls = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;
/** Invisible characters, except joiners, which some scripts need. */
const invisible = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]+/gu;
/** No script needs more than two combining marks on a letter. More marks cover other lines. */
const stackedMarks = /(\p{M}{2})\p{M}+/gu;

/** Returns one line, or null if nothing readable is left. */
export function cleanText(text: string | null): string | null {
  const clean = truncate(plain(text ?? ''), limits.line);
  return clean === '' ? null : clean;
}

/** Returns a name, which is empty if nothing readable is left. */
export function cleanName(text: string | null): string {
  return truncate(plain(text ?? ''), limits.name);
}

/** Returns lines with at most one empty line in a row, or null if nothing readable is left. */
export function cleanLines(text: string): string | null {
  const lines = text.slice(0, limits.lines * 4).split(/\r\n|\r|\n/);
  const clean = lines
    .map(plain)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
  const short = truncate(clean, limits.lines);
  return short === '' ? null : short;
}

/** Returns a chat message of at most 20 lines, which is empty if nothing readable is left. */
export function cleanMessage(text: string): string {
  const lines = text
    .slice(0, limits.message * 2)
    .split(/\r\n|\r|\n/)
    .map(plain);
  const filledLines = lines.filter((line) => line !== '');
  const last = filledLines.slice(limits.rows - 1).join(' ');
  return truncate([...filledLines.slice(0, limits.rows - 1), last].join('\n'), limits.message);
}

/** Returns release notes, or an empty text. The schema of the answer limits their length. */
export function cleanNotes(text: string): string {
  const clean = text.split('\n').map(plain).join('\n');
  return clean.replace(/\n{3,}/g, '\n\n').trim();
}

function plain(text: string): string {
  return text
    .slice(0, limits.lines * 4)
    .normalize('NFC')
    .replace(controls, ' ')
    .replace(invisible, '')
    .replace(stackedMarks, '$1')
    .trim();
}

/** Truncates by code points, so that no surrogate pair is split. */
function truncate(text: string, maxLength: number): string {
  return Array.from(text.trim()).slice(0, maxLength).join('').trim();
}
