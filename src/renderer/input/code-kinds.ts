// The two kinds of code that a form accepts: a one-time code of an app, or a recovery code.
import { formatNumber } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { codeLength } from '@latchkey/protocol/limits.ts';
import { readRecoveryCode } from '@latchkey/protocol/typed-text.ts';
import type { Copy } from '../../copy/copy.ts';
import { cleanCode } from './clean-code.ts';

export type CodeKind = 'app' | 'recovery';

export interface TypedCode {
  /** What the field shows. A recovery code stays as typed, because its letters are meaningful. */
  readonly text: string;
  /** True if the text of a one-time code had characters other than digits and separators. */
  readonly hasOtherCharacters: boolean;
}

export function typeCode(kind: CodeKind, text: string): TypedCode {
  if (kind === 'recovery') return { text, hasOtherCharacters: false };
  const { code, hasOtherCharacters } = cleanCode(text);
  return { text: code, hasOtherCharacters };
}

/** Returns the code as it is sent, or null if the text is not a code of this kind. */
export function readCode(kind: CodeKind, text: string): string | null {
  if (kind === 'recovery') return readRecoveryCode(text);
  return text.length === codeLength ? text : null;
}

/** Returns why `readCode` returns null for the text. */
export function codeError(copy: Copy, kind: CodeKind, text: string): string {
  if (kind === 'recovery') return copy.recoveryCode.invalid;
  if (text.length < codeLength) return copy.code.short;
  return fill(copy.code.long, { count: formatNumber(copy, text.length) });
}
