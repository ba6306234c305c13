// The one window. It is given its title, page and session; it remembers nothing between runs.
import { BrowserWindow, nativeTheme, type Session } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { ground } from '@latchkey/kit/ground.ts';
import { showEditMenu } from './menu.ts';
import { webPreferences } from './policies.ts';

export interface WindowParts {
  readonly title: string;
  readonly preload: string;
  readonly session: Session;
  readonly production: boolean;
  /** 1: 100 %. */
  readonly zoom: number;
  /** In the language that the window speaks. */
  readonly words: () => ProgramCopy;
}

const showAnywayMs = 3_000;

/** Opens the window hidden and empty; it shows itself when the first screen of the page is drawn. */
export function openWindow(parts: WindowParts): BrowserWindow {
  const window = new BrowserWindow({
    title: parts.title,
    width: 480,
    height: 680,
    minWidth: 400,
    minHeight: 560,
    resizable: true,
    fullscreenable: false,
    show: false,
    autoHideMenuBar: true,
    // So that it does not flash before its first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      ...webPreferences(parts.preload, parts.production),
      session: parts.session,
      zoomFactor: parts.zoom,
    },
  });
  // The page names its screens; before it does, its address is no title.
  window.on('page-title-updated', (event, _title, explicit) => {
    if (!explicit) event.preventDefault();
  });
  window.once('ready-to-show', () => {
    window.show();
  });
  // A page that draws nothing must not leave a program without a window.
  window.webContents.once('did-stop-loading', () => {
    setTimeout(() => {
      if (!window.isDestroyed() && !window.isVisible()) window.show();
    }, showAnywayMs);
  });
  window.webContents.on('context-menu', (_event, params) => {
    showEditMenu(params, parts.words().edit);
  });
  return window;
}

const paintedAtTheLatestMs = 2_000;
const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))';

/**
 * Resolves when the window can be seen with the page in it: what then holds this process up leaves no empty window. Where no
 * frame is drawn, as in a window that is minimized at once, after two seconds.
 */
export async function whenPainted(window: BrowserWindow): Promise<void> {
  await new Promise<void>((resolve) => window.once('show', () => resolve()));
  const waited = new Promise<void>((resolve) => setTimeout(resolve, paintedAtTheLatestMs));
  // A page that is gone draws none either.
  const frames = window.webContents.executeJavaScript(twoFrames).catch(() => waited);
  await Promise.race([frames, waited]);
}

/** Brings the window to the front, also from the background or the task bar. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
