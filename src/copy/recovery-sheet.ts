// The file with recovery codes that the loader saves for the user.
import type { RecoverySheet } from '../shared/recovery-codes.ts';
import type { ProgramCopy } from './en/program.ts';
import { fill } from './sentences.ts';

/** Returns the name and the content of the file. */
export function recoverySheet(
  { recoveryFile: texts }: ProgramCopy,
  { brand, username, codes }: RecoverySheet,
): { readonly name: string; readonly text: string } {
  const lines = [fill(texts.title, { brand }), fill(texts.account, { name: username })];
  const text = [...lines, '', ...codes, '', texts.advice, ''].join('\n');
  return { name: `${withoutPathCharacters(fill(texts.title, { brand }))}.txt`, text };
}

/** Returns a file name that is valid on every system. */
function withoutPathCharacters(name: string): string {
  return name
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
}
