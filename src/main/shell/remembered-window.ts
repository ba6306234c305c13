// Opens the window with the saved theme, zoom and place. Saves changes of zoom and place.
import { type BrowserWindow, nativeTheme } from 'electron';
import type { LocalState } from '../core/ports.ts';
import { openWindow, type WindowParts } from './window.ts';
import { rememberBounds } from './window-bounds.ts';
import { controlZoom, type ZoomControl } from './zoom.ts';

export function openRememberedWindow(
  state: Pick<LocalState, 'get' | 'change'>,
  parts: Omit<WindowParts, 'saved'>,
): { readonly window: BrowserWindow; readonly zoomControl: ZoomControl } {
  const saved = state.get();
  // Set before the window opens, so that the first paint has the right colours.
  nativeTheme.themeSource = saved.theme;
  const window = openWindow({ ...parts, saved });
  const zoomControl = controlZoom(window.webContents, {
    platform: process.platform,
    get: () => state.get().zoom,
    save: (percent) => state.change({ zoom: percent }),
  });
  rememberBounds(window, (bounds) => state.change({ windowPlace: bounds }));
  return { window, zoomControl };
}
