// Limits the length of clipboard text that reaches the page. A whole e-mail with a key still fits.
import { maxPastedLength } from '@latchkey/protocol/limits.ts';

/** Returns null if there is no text, or too much to search for a key. */
export function textToPaste(text: string): string | null {
  return text === '' || text.length > maxPastedLength ? null : text;
}
