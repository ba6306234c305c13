// Reads a one-time code from whatever was typed or pasted: digits of any script become 0 to 9, separators fall away. Pure.

export interface CodeReading {
  /** ASCII digits only, leading zeros kept; longer or shorter than six where the text was. */
  readonly code: string;
  /** The text held something that belongs to no code. */
  readonly other: boolean;
}

/** White space, dashes of all kinds, dots, and characters without width. */
const separators = /[\s\p{Pd}\p{Cf}.·_]/gu;
const digit = /\p{Nd}/u;

/** The value of a digit: its distance from the zero of its own script, which begins a run of ten. */
function valueOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  let zero = point;
  while (zero > point - 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}

export function cleanCode(text: string): CodeReading {
  const characters = Array.from(text.normalize('NFKC').replace(separators, ''));
  const digits = characters.filter((character) => digit.test(character));
  return {
    code: digits.map((character) => String(valueOf(character))).join(''),
    other: digits.length < characters.length,
  };
}
