// Reports whether the user has just pressed a key or button in the window.
import type { BrowserWindow, InputEvent, WebContents } from 'electron';

export interface PressParts {
  readonly contents: Pick<WebContents, 'on'>;
  readonly isFocused: () => boolean;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

const pressedWithinMs = 1_000;
/** Button and key events; a click follows the release. Moving the pointer is not a press. */
const presses: ReadonlySet<InputEvent['type']> = new Set([
  ...(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'keyUp'] as const),
  ...(['touchStart', 'touchEnd', 'gestureTap'] as const),
]);

/**
 * SECURITY: the events come from the browser process, so a script in the page cannot fake them.
 */
export function watchPresses({ contents, isFocused, nowMs }: PressParts): () => boolean {
  let pressedAt = -Infinity;
  contents.on('input-event', (_event, { type }) => {
    if (presses.has(type)) pressedAt = isFocused() ? nowMs() : -Infinity;
  });
  return () => isFocused() && nowMs() - pressedAt <= pressedWithinMs;
}

export function pressPartsOf(window: BrowserWindow): PressParts {
  return {
    contents: window.webContents,
    isFocused: () => !window.isDestroyed() && window.isFocused(),
    nowMs: () => performance.now(),
  };
}
