// Creates a pseudo-language for tests: English with accents, in brackets. Texts of up to ten
// characters become three times as long, and longer texts 40 % longer. A text without brackets is
// missing from the catalogues, and a clipped text would also be clipped in a long language.

const plain = Array.from('aeiouyAEIOUYcnszCNSZ');
const accented = Array.from('áéíöüýÁÉÍÖÜÝçñšžÇÑŠŽ');
const accents = new Map(plain.map((letter, at) => [letter, accented[at] ?? letter]));
const filler = 'ëxtra löng ';

function pseudoText(text: string): string {
  // Placeholders stay unchanged, because fill() replaces them.
  const parts = text.split(/(\{\w+\})/);
  const length = parts.filter((_, at) => at % 2 === 0).join('').length;
  const extraLength = length <= 10 ? length * 2 : Math.ceil(length * 0.4);
  const accentedParts = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter),
  );
  const padding = filler
    .repeat(Math.ceil(extraLength / filler.length))
    .slice(0, extraLength)
    .trim();
  return `[${accentedParts.join('')}${padding === '' ? '' : ` ${padding}`}]`;
}

/** Converts a tree of sentences, except for the locale. */
export function pseudo(tree: unknown, name = ''): unknown {
  if (typeof tree === 'string') return name === 'locale' ? tree : pseudoText(tree);
  return Object.fromEntries(
    Object.entries(tree as object).map(([each, branch]) => [each, pseudo(branch, each)]), // a tree, or a text
  );
}
