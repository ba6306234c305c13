// Reads the clipboard for the page, only right after the user pressed a key or button in the window.
import type { BrowserWindow, Clipboard } from 'electron';
import { maxPastedLength } from '@latchkey/protocol/limits.ts';
import { pressPartsOf, watchPresses, type PressParts } from './presses.ts';

export interface ClipboardParts extends PressParts {
  readonly readText: () => string | Promise<string>;
}

export function readClipboardFor(window: BrowserWindow, clipboard: Pick<Clipboard, 'readText'>) {
  return createClipboardReader({ ...pressPartsOf(window), readText: () => clipboard.readText() });
}

/** Returns null without a recent press, or if `textToPaste` does. */
export function createClipboardReader(parts: ClipboardParts): () => Promise<string | null> {
  const wasPressed = watchPresses(parts);
  return async () => (wasPressed() ? textToPaste(await parts.readText()) : null);
}

/** Returns null if there is no text, or too much to search for a key: an e-mail with a key fits. */
function textToPaste(text: string): string | null {
  return text === '' || text.length > maxPastedLength ? null : text;
}
