// Extracts a one-time code from text: removes separators and converts the digits of any script.
import { compactCode } from '@latchkey/protocol/typed-text.ts';

export interface CodeReading {
  /** The ASCII digits of the text, which may be more or fewer than six. */
  readonly code: string;
  /** True if the text has characters other than digits and separators. */
  readonly hasOtherCharacters: boolean;
}

export function cleanCode(text: string): CodeReading {
  const all = compactCode(text);
  const code = all.replace(/[^0-9]/gu, '');
  return { code, hasOtherCharacters: code.length < all.length };
}
