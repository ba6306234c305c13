// Changes the zoom with Ctrl (on macOS Command) and +, - or 0, and with the mouse wheel.
import type { Input, WebContents } from 'electron';

export const zoomSteps = [80, 90, 100, 110, 125, 150, 175, 200] as const;

export type ZoomChange = 'in' | 'out' | 'reset';

/** `percent`: the current zoom, possibly between two steps. */
export function nextZoom(percent: number, change: ZoomChange): number {
  if (change === 'reset') return 100;
  const next =
    change === 'in'
      ? zoomSteps.find((step) => step > percent)
      : zoomSteps.findLast((step) => step < percent);
  return next ?? (change === 'in' ? 200 : 80);
}

/** Maps a key to a zoom change or null. Covers layouts with other places of +, - and 0. */
export function zoomChangeOf(
  input: Pick<Input, 'type' | 'key' | 'code' | 'control' | 'meta' | 'alt'>,
  platform: NodeJS.Platform,
): ZoomChange | null {
  const isModifierPressed =
    platform === 'darwin' ? input.meta && !input.control : input.control && !input.meta;
  if (input.type !== 'keyDown' || !isModifierPressed || input.alt) return null;
  if (input.key === '+' || input.key === '=') return 'in';
  if (input.key === '-' || input.key === '_') return 'out';
  return input.key === '0' || input.code === 'Digit0' || input.code === 'Numpad0' ? 'reset' : null;
}

export interface ZoomParts {
  readonly platform: NodeJS.Platform;
  /** Returns the zoom in percent. */
  readonly get: () => number;
  readonly save: (percent: number) => void;
}

export interface ZoomControl {
  /** Applies and saves the zoom in percent. */
  readonly set: (percent: number) => void;
  /** Calls `listener` after the user has changed the zoom with the keyboard or the wheel. */
  readonly onChange: (listener: () => void) => void;
}

export function controlZoom(
  contents: WebContents,
  { platform, get, save }: ZoomParts,
): ZoomControl {
  let changed = (): void => undefined;
  const apply = () => contents.setZoomFactor(get() / 100);
  const set = (percent: number) => {
    save(percent);
    apply();
  };
  const change = (requested: ZoomChange) => {
    set(nextZoom(get(), requested));
    changed();
  };
  contents.on('before-input-event', (event, input) => {
    const wanted = zoomChangeOf(input, platform);
    if (wanted === null) return;
    // Hides the key from the page and from the development menu.
    event.preventDefault();
    change(wanted);
  });
  contents.on('zoom-changed', (_event, direction) => change(direction));
  // Overrides the zoom that Chromium saves for each address.
  contents.on('dom-ready', apply);
  return { set, onChange: (listener) => void (changed = listener) };
}
