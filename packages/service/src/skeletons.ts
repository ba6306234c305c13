// What of a name deceives the eye (contract 0.22): its skeleton of The Unicode Standard's UTS 39, from its table of confusables,
// and what nobody sees. It knows no database.
import unhomoglyph from 'unhomoglyph';
import { fold } from '@latchkey/protocol/fold.ts';

/** What two names have in common that cannot be told apart by looking, whatever their case. */
export function skeletonOf(name: string): string {
  return fold(unhomoglyph(fold(name).normalize('NFD')));
}

/** "modem" and "modern" are two names; only letters of elsewhere can be meant to deceive. */
export function isAscii(name: string): boolean {
  return /^[\0-\x7f]*$/.test(name);
}

/** What nobody sees, or nobody knows what they see: format characters, and code points without a meaning. */
export function hasUnseen(name: string): boolean {
  return /[\p{Cf}\p{Cn}\p{Co}]/u.test(name);
}
