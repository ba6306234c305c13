// Detects visually confusable names (UTS 39, docs/protocol.md#look-alike-names) and invisible
// characters.
import unhomoglyph from 'unhomoglyph';
import { fold } from '@latchkey/protocol/fold.ts';

/** Names that look alike have the same skeleton, whatever their case. */
export function skeletonOf(name: string): string {
  return fold(unhomoglyph(fold(name).normalize('NFD')));
}

/**
 * Returns whether a name is ASCII. Two ASCII names never count as look-alikes: "modem" and "modern"
 * are different names.
 */
export function isAscii(name: string): boolean {
  return /^[\0-\x7f]*$/.test(name);
}

/**
 * Returns whether a name has format characters, which are invisible, or unassigned or private ones,
 * whose appearance is unknown.
 */
export function hasInvisibleCharacters(name: string): boolean {
  return /[\p{Cf}\p{Cn}\p{Co}]/u.test(name);
}
