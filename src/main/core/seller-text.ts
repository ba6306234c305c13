// Makes a text that came over the wire fit to be shown as text: one line, bounded, nothing that reorders what is around it.

const longest = 300;
/** Control characters, lone surrogates, line separators and the marks that change the direction of text. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;

/** null when nothing readable is left. */
export function cleanText(text: string | null): string | null {
  const clean = (text ?? '')
    .slice(0, longest * 4)
    .replace(unfit, ' ')
    .trim();
  return clean === '' ? null : Array.from(clean).slice(0, longest).join('').trim();
}
