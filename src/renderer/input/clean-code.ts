// Extracts a one-time code from text: removes separators and converts the digits of any script.

export interface CodeReading {
  /** The ASCII digits of the text, which may be more or fewer than six. */
  readonly code: string;
  /** True if the text has characters other than digits and separators. */
  readonly other: boolean;
}

/** Matches white space, dashes, dots and zero-width characters. */
const separators = /[\s\p{Pd}\p{Cf}.·_]/gu;
const digit = /\p{Nd}/u;

/** Returns the digit's value: its distance from the zero of its script. */
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
