// What of the clipboard's text may go to the page: enough for a whole mail with a key in it.
import { maxPastedLength } from '@latchkey/protocol/limits.ts';

/** null: there is no text, or more than can be looked through for a key. */
export function textToPaste(text: string): string | null {
  return text === '' || text.length > maxPastedLength ? null : text;
}
