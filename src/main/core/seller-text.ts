// Makes a text that came over the wire fit to be shown as text: bounded, and nothing that reorders what is around it.

const longest = 300;
const longestLines = 1000;
/** Control characters, lone surrogates, line separators and the marks that change the direction of text. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;

/** One line; null when nothing readable is left. */
export function cleanText(text: string | null): string | null {
  const clean = cut(plain(text ?? ''), longest);
  return clean === '' ? null : clean;
}

/** Keeps line breaks, one empty line at most in a row; null when nothing readable is left. */
export function cleanLines(text: string): string | null {
  const lines = text.slice(0, longestLines * 4).split(/\r\n|\r|\n/);
  const clean = lines
    .map(plain)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
  const short = cut(clean, longestLines);
  return short === '' ? null : short;
}

function plain(text: string): string {
  return text
    .slice(0, longestLines * 4)
    .replace(unfit, ' ')
    .trim();
}

/** By code points, so that no character is cut in two. */
function cut(text: string, most: number): string {
  return Array.from(text.trim()).slice(0, most).join('').trim();
}
