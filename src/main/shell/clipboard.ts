// Reads the clipboard for the page, only right after the user pressed a key or button in the window.
import type { BrowserWindow, Clipboard, InputEvent, WebContents } from 'electron';
import { maxPastedLength } from '@latchkey/protocol/limits.ts';

export interface ClipboardParts {
  readonly contents: Pick<WebContents, 'on'>;
  readonly isFocused: () => boolean;
  readonly readText: () => string | Promise<string>;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

export function readClipboardFor(window: BrowserWindow, clipboard: Pick<Clipboard, 'readText'>) {
  return createClipboardReader({
    contents: window.webContents,
    isFocused: () => !window.isDestroyed() && window.isFocused(),
    readText: () => clipboard.readText(),
    nowMs: () => performance.now(),
  });
}

const pressedWithinMs = 1_000;
/** Button and key events; a click follows the release. A moved or hovering pointer is no press. */
const presses: ReadonlySet<InputEvent['type']> = new Set([
  ...(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'keyUp'] as const),
  ...(['touchStart', 'touchEnd', 'gestureTap'] as const),
]);

/**
 * Returns null without a recent press, or if `textToPaste` does. SECURITY: the events come from the
 * browser process, so a script in the page cannot fake them.
 */
export function createClipboardReader(parts: ClipboardParts): () => Promise<string | null> {
  const { contents, isFocused, readText, nowMs } = parts;
  let pressedAt = -Infinity;
  contents.on('input-event', (_event, { type }) => {
    if (presses.has(type)) pressedAt = isFocused() ? nowMs() : -Infinity;
  });
  return async () => {
    if (!isFocused() || nowMs() - pressedAt > pressedWithinMs) return null;
    return textToPaste(await readText());
  };
}

/** Returns null if there is no text, or too much to search for a key: an e-mail with a key fits. */
function textToPaste(text: string): string | null {
  return text === '' || text.length > maxPastedLength ? null : text;
}
