// Larger and smaller text: Ctrl (on macOS Command) with +, - and 0, and with the mouse wheel. Remembered over restarts.
import type { Input, WebContents } from 'electron';

export const zoomSteps = [80, 90, 100, 110, 125, 150, 175, 200] as const;

export type ZoomMove = 'in' | 'out' | 'reset';

/** `percent`: where it is now, which need not be one of the steps. */
export function nextZoom(percent: number, move: ZoomMove): number {
  if (move === 'reset') return 100;
  const next =
    move === 'in'
      ? zoomSteps.find((step) => step > percent)
      : zoomSteps.findLast((step) => step < percent);
  return next ?? (move === 'in' ? 200 : 80);
}

/** What a key asks for; null: nothing. Keyboards have + and - in other places, and some their digits behind Shift. */
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
  /** Percent. */
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
    // Neither the page nor a menu of development sees the key.
    event.preventDefault();
    move(wanted);
  });
  contents.on('zoom-changed', (_event, direction) => move(direction));
  // Chromium remembers a zoom of its own for each address; ours is the one that counts.
  contents.on('dom-ready', apply);
}
