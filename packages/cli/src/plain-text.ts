// Escapes untrusted text for a terminal, and measures and truncates it by columns.

/** Control, format, surrogate and line-separating characters, which can hide or reorder text. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const unsafeInJson = /[\u007f-\u009f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6])/u;

/** SECURITY: untrusted text must not move the cursor or hide or reorder characters. */
export function escapeControls(text: string): string {
  return text.replace(unsafe, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return escaped(character);
  });
}

/** Returns JSON in which unsafe characters are escaped. It parses to the same values. */
export function escapedJson(value: object, indent: number): string {
  return JSON.stringify(value, null, indent).replace(unsafeInJson, escaped);
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the width in terminal columns. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** Truncates to `max` columns, including the ellipsis. */
export function truncateTo(text: string, max: number): string {
  if (widthOf(text) <= max) return text;
  let result = '';
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    const more = wide.test(segment) ? 2 : 1;
    if (width + more > max - 1) break;
    result += segment;
    width += more;
  }
  return `${result}…`;
}
