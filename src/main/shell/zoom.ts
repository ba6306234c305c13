// Changes the zoom with Ctrl (on macOS Command) and +, - or 0, and with the mouse wheel.
import type { Input, WebContents } from 'electron';

export const zoomSteps = [80, 90, 100, 110, 125, 150, 175, 200] as const;

export type ZoomMove = 'in' | 'out' | 'reset';

/** `percent`: the current zoom, possibly between two steps. */
export function nextZoom(percent: number, move: ZoomMove): number {
  if (move === 'reset') return 100;
  const next =
    move === 'in'
      ? zoomSteps.find((step) => step > percent)
      : zoomSteps.findLast((step) => step < percent);
  return next ?? (move === 'in' ? 200 : 80);
}

/** Maps a key to a zoom change; null: none. Covers layouts with other places of +, - and 0. */
export function zoomMoveOf(
  input: Pick<Input, 'type' | 'key' | 'code' | 'control' | 'meta' | 'alt'>,
  platform: NodeJS.Platform,
): ZoomMove | null {
  const held = platform === 'darwin' ? input.meta && !input.control : input.control && !input.meta;
  if (input.type !== 'keyDown' || !held || input.alt) return null;
  if (input.key === '+' || input.key === '=') return 'in';
  if (input.key === '-' || input.key === '_') return 'out';
  return input.key === '0' || input.code === 'Digit0' || input.code === 'Numpad0' ? 'reset' : null;
}

export interface ZoomParts {
  readonly platform: NodeJS.Platform;
  /** Returns the zoom in percent. */
  readonly get: () => number;
  readonly keep: (percent: number) => void;
}

export function keepZoom(contents: WebContents, { platform, get, keep }: ZoomParts): void {
  const apply = () => contents.setZoomFactor(get() / 100);
  const move = (which: ZoomMove) => {
    keep(nextZoom(get(), which));
    apply();
  };
  contents.on('before-input-event', (event, input) => {
    const wanted = zoomMoveOf(input, platform);
    if (wanted === null) return;
    // Hides the key from the page and from the development menu.
    event.preventDefault();
    move(wanted);
  });
  contents.on('zoom-changed', (_event, direction) => move(direction));
  // Overrides the zoom that Chromium saves for each address.
  contents.on('dom-ready', apply);
}
