// Folds names, so that spellings that differ only in case, width or composition are equal
// (docs/protocol.md#names). Databases store folded names, because each database folds differently.

/** Two rounds suffice at present. The limit prevents an endless loop in future Unicode versions. */
const maxRounds = 8;
const printableAscii = /^[\x20-\x7e]*$/;

/**
 * Returns `text` in NFKC with Unicode case folding (The Unicode Standard, 3.13, D146), trimmed
 * (docs/protocol.md#requests). Folding is idempotent and independent of locale. The result is up to
 * 18 times as long as `text`.
 *
 * JavaScript has no case folding, and lower case alone is not enough. Conversion to upper case
 * first unifies ß, ẞ and SS, σ and ς, and both cases of Cherokee. Rounds repeat until nothing
 * changes, because ẞ becomes ß only in the first round. The result equals CaseFolding.txt of
 * Unicode 14 for every code point except two of Turkish and Azeri: ı and İ become i, because
 * keyboards of other languages give I for both.
 */
export function fold(text: string): string {
  // Fast path for most names: ASCII needs only lower case and trimming.
  if (printableAscii.test(text)) return text.toLowerCase().trim();
  let folded = text;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = foldOnce(folded);
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

function foldOnce(text: string): string {
  // Decompose first: U+0345 is a combining mark whose capital is a letter, so it must follow all
  // other marks.
  const lower = text.normalize('NFKD').toUpperCase().toLowerCase();
  // Final sigma is the only letter whose lower case depends on its context.
  return withoutDots(lower).replaceAll('ς', 'σ').normalize('NFKC').trim();
}

/** Removes the dot that İ leaves above its lower case, also between other marks. */
function withoutDots(lower: string): string {
  return lower.replace(/i\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''));
}
