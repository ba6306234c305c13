// A pseudo-language for tests: English with accents in brackets, three times as long up to ten
// characters and 40 % longer beyond. Text without brackets comes from no catalogue; clipped text
// would also be clipped in a long language.

const plain = Array.from('aeiouyAEIOUYcnszCNSZ');
const accented = Array.from('áéíöüýÁÉÍÖÜÝçñšžÇÑŠŽ');
const accents = new Map(plain.map((letter, at) => [letter, accented[at] ?? letter]));
const filler = 'ëxtra löng ';

function pseudoText(text: string): string {
  // Places stay unchanged, because facts fill them.
  const parts = text.split(/(\{\w+\})/);
  const length = parts.filter((_, at) => at % 2 === 0).join('').length;
  const more = length <= 10 ? length * 2 : Math.ceil(length * 0.4);
  const dressed = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter),
  );
  const rest = filler
    .repeat(Math.ceil(more / filler.length))
    .slice(0, more)
    .trim();
  return `[${dressed.join('')}${rest === '' ? '' : ` ${rest}`}]`;
}

/** Converts a tree of sentences, but not the locale of dates and numbers. */
export function pseudo(tree: unknown, name = ''): unknown {
  if (typeof tree === 'string') return name === 'locale' ? tree : pseudoText(tree);
  return Object.fromEntries(
    Object.entries(tree as object).map(([each, branch]) => [each, pseudo(branch, each)]), // a tree, or a text
  );
}
