// What two spellings of a name have in common (contract 0.19): the same text whatever their case, width or composition. The
// only place that folds; databases compare what was folded here and never fold by themselves.

/** No known text needs more than two; a bound, so that no text of tomorrow's Unicode could hold a request for ever. */
const mostRounds = 8;
const isAscii = /^[\x20-\x7e]*$/;

/**
 * NFKC and Unicode case folding (The Unicode Standard, 3.13, D146). JavaScript has no case folding, and lower case alone is
 * not it: upper case first makes one of ß, ẞ and SS, of σ and ς, of both cases of Cherokee; and again until nothing changes,
 * as ẞ is ß only after the first time. Compared with CaseFolding.txt of Unicode 14, code point by code point, the same are equal but
 * for one letter: the dotless ı is an i here, as I is the capital of both. Never by a language's rules (`toLocale...`).
 * Outer white space is no part of a name (contract 0.1). Idempotent. May be longer than `text`, up to 18 times.
 */
export function fold(text: string): string {
  // As most names are: lower case and outer spaces are all that there is to fold.
  if (isAscii.test(text)) return text.toLowerCase().trim();
  let folded = text;
  for (let round = 0; round < mostRounds; round += 1) {
    const next = foldOnce(folded);
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

function foldOnce(text: string): string {
  // Taken apart first: U+0345 is a mark whose capital is a letter, and must come after all other marks then.
  const lower = text.normalize('NFKD').toUpperCase().toLowerCase();
  // Lower case depends on what follows for this one letter only.
  return lower.replaceAll('ς', 'σ').normalize('NFKC').trim();
}
