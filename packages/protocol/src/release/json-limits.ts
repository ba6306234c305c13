// Bounds untrusted JSON before it is parsed, because a small text can contain millions of values.

/** Deepest nesting. A manifest needs 4, and unknown fields of later versions may need more. */
const maxDepth = 16;
/**
 * Maximum number of values, counted by brackets, commas and colons. The largest valid manifest has
 * 1.3 million.
 */
const maxValues = 2_000_000;

/** Returns the first exceeded limit, or null. The text need not be valid JSON. */
export function findJsonExcess(text: string): string | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x2c: // ,
      case 0x3a: // :
        values += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        values += 1;
        depth += 1;
        if (depth > maxDepth) return `it is nested more than ${maxDepth} deep`;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return values > maxValues ? `it has more than ${maxValues} values` : null;
}

/** Returns the position of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start; ;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === 0x5c) before -= 1; // \
    if ((at - before) % 2 === 1) return at;
  }
}
