// Folds of names as they were at a migration. Later versions of the protocol fold in another way,
// and a migration must always give the same rows.
import unhomoglyph from 'unhomoglyph';

const maxRounds = 8;

/** Folds for migration 006: NFKC with Unicode case folding. */
export function foldOf006(text: string): string {
  return untilStable(text, (before) => folded(lowerOf(before)));
}

/** Folds for migration 031: as before, and the Turkish İ is an i. */
export function foldOf031(text: string): string {
  return untilStable(text, (before) =>
    folded(lowerOf(before).replace(/i\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''))),
  );
}

/** Folds a key for migration 031: makes dashes and digits ASCII, drops invisible characters. */
export function keyFoldOf031(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/\ufeff|(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\uff01-\uff5e]/gu, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
    .replace(
      /[\p{Pd}\u00af\u02c9\u02d7\u06d4\u203e\u2043\u207b\u208b\u2212\u23af\u2500\u2501\u2796\u2cba\u30fc\uff70]/gu,
      '-',
    )
    .replace(/(?![0-9])\p{Nd}/gu, digitOf);
  return foldOf031(plain.replace(/\s/gu, ''));
}

export function skeletonOf011(name: string): string {
  return foldOf006(unhomoglyph(foldOf006(name).normalize('NFD')));
}

export function skeletonOf031(name: string): string {
  return foldOf031(unhomoglyph(foldOf031(name).normalize('NFD')));
}

function lowerOf(text: string): string {
  return text.normalize('NFKD').toUpperCase().toLowerCase();
}

function folded(lower: string): string {
  return lower.replaceAll('ς', 'σ').normalize('NFKC').trim();
}

function untilStable(text: string, step: (before: string) => string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().trim();
  let result = text;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = step(result);
    if (next === result) break;
    result = next;
  }
  return result;
}

function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}
