// Saves the window's size and position, and restores them on a display that is still connected.
import type { BrowserWindow, Rectangle } from 'electron';
import type { WindowBounds } from '../core/saved-state.ts';

export const leastSize = { width: 400, height: 560 } as const;
const defaultSize = { width: 900, height: 600 } as const;

type InitialBounds = Partial<WindowBounds> & Pick<WindowBounds, 'width' | 'height'>;

/**
 * Returns the initial place of the window. `workAreas`: the usable area of each display. Moves and
 * shrinks the saved place into the display that shows most of it. If no display shows any of it,
 * the window has its default size, and the system chooses its position.
 */
export function initialBounds(
  saved: WindowBounds | null,
  workAreas: readonly Rectangle[],
): InitialBounds {
  if (saved === null) return defaultSize;
  const [best] = workAreas
    .map((area) => ({ area, shown: overlapArea(saved, area) }))
    .filter(({ shown }) => shown > 0)
    .sort((one, other) => other.shown - one.shown);
  return best === undefined ? defaultSize : fitInto(best.area, saved);
}

function overlapArea(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

function fitInto(area: Rectangle, saved: WindowBounds): WindowBounds {
  const width = Math.max(leastSize.width, Math.min(saved.width, area.width));
  const height = Math.max(leastSize.height, Math.min(saved.height, area.height));
  const within = (at: number, from: number, room: number) =>
    Math.max(from, Math.min(at, from + room));
  return {
    x: within(saved.x, area.x, area.width - width),
    y: within(saved.y, area.y, area.height - height),
    width,
    height,
  };
}

/** Saves the place when the window closes, if the user has changed it. */
export function rememberBounds(window: BrowserWindow, save: (bounds: WindowBounds) => void): void {
  const opened = boundsOf(window);
  window.on('close', () => {
    const bounds = boundsOf(window);
    if (!isSame(bounds, opened)) save(bounds);
  });
}

/** Returns the place to which the window returns from a maximized or minimized state. */
function boundsOf(window: BrowserWindow): WindowBounds {
  const { x, y, width, height } = window.getNormalBounds();
  return { x, y, width, height };
}

function isSame(one: WindowBounds, other: WindowBounds): boolean {
  return (['x', 'y', 'width', 'height'] as const).every((side) => one[side] === other[side]);
}
