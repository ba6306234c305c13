// Opens the program's only window.
import { BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import type { SavedState } from '../core/saved-state.ts';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { ground } from '@latchkey/kit/ground.ts';
import { showEditMenu } from './menu.ts';
import { webPreferences } from './policies.ts';
import { initialBounds, leastSize } from './window-bounds.ts';

export interface WindowParts {
  readonly title: string;
  readonly preload: string;
  readonly session: Session;
  readonly production: boolean;
  readonly saved: Pick<SavedState, 'windowPlace' | 'zoom'>;
  /** In the language of the window. */
  readonly copy: () => ProgramCopy;
}

const showTimeoutMs = 3_000;

/** Opens the window hidden and empty. It appears when the page has rendered its first screen. */
export function openWindow(parts: WindowParts): BrowserWindow {
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    title: parts.title,
    ...initialBounds(parts.saved.windowPlace, workAreas),
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    resizable: true,
    fullscreenable: false,
    show: false,
    autoHideMenuBar: true,
    // Avoids a flash before the first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      ...webPreferences(parts.preload, parts.production),
      session: parts.session,
      zoomFactor: parts.saved.zoom / 100,
    },
  });
  // Until the page sets its title, Electron would show its URL.
  window.on('page-title-updated', (event, _title, explicit) => {
    if (!explicit) event.preventDefault();
  });
  window.once('ready-to-show', () => {
    window.show();
  });
  // Shows the window even if the page renders nothing.
  window.webContents.once('did-stop-loading', () => {
    setTimeout(() => {
      if (!window.isDestroyed() && !window.isVisible()) window.show();
    }, showTimeoutMs);
  });
  window.webContents.on('context-menu', (_event, params) => {
    showEditMenu(params, parts.copy().edit);
  });
  return window;
}

const paintTimeoutMs = 2_000;
const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))';

/**
 * Resolves when the window shows the painted page, so that work that blocks this process leaves no
 * empty window. Resolves after two seconds if no frame is drawn, as in a minimized window.
 */
export async function whenPainted(window: BrowserWindow): Promise<void> {
  await new Promise<void>((resolve) => window.once('show', () => resolve()));
  const waited = new Promise<void>((resolve) => setTimeout(resolve, paintTimeoutMs));
  // A crashed page renders no frame either.
  const frames = window.webContents.executeJavaScript(twoFrames).catch(() => waited);
  await Promise.race([frames, waited]);
}

export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
