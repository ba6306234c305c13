// Detects visually confusable names (UTS 39, docs/protocol.md#look-alike-names) and invisible
// characters.
import unhomoglyph from 'unhomoglyph';
import { fold } from '@latchkey/protocol/fold.ts';

/** Names that look alike have the same skeleton, whatever their case. */
export function skeletonOf(name: string): string {
  return fold(unhomoglyph(fold(name).normalize('NFD')));
}

/** Only characters of other scripts can deceive: "modem" and "modern" are two names. */
export function isAscii(name: string): boolean {
  return /^[\0-\x7f]*$/.test(name);
}

/** Format characters are invisible; unassigned and private ones have no known appearance. */
export function hasInvisible(name: string): boolean {
  return /[\p{Cf}\p{Cn}\p{Co}]/u.test(name);
}
