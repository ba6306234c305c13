// Ties the window to the program: what it shows, when it hides, when the program ends, and how it comes back after its
// process broke down. Holds the kind of the current phase and nothing else of the session.
import type { App, BrowserWindow } from 'electron';
import { sessionChannel } from '../../shared/commands.ts';
import type { PhaseKind, Session } from '../../shared/session.ts';
import type { Log } from '../core/ports.ts';
import { closeMeans, moveMeans } from './presence.ts';
import { showWindow } from './window.ts';

export interface WindowLife {
  /** Sends a snapshot to the page. */
  readonly publish: (session: Session) => void;
}

export function keepWindow(app: App, window: BrowserWindow, log: Log): WindowLife {
  let phase: PhaseKind = 'starting';
  let hidden = false;
  let quitting = false;
  const show = () => {
    hidden = false;
    if (!window.isDestroyed()) showWindow(window);
  };
  app.on('before-quit', () => {
    quitting = true;
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('second-instance', show);
  app.on('activate', show);
  window.on('close', (event) => {
    if (closeMeans(phase, quitting) === 'close') return;
    event.preventDefault();
    hidden = true;
    window.hide();
  });
  reloadAfterBreakdown(window, log);

  return {
    publish: (session) => {
      const move = moveMeans(phase, session.phase.kind, hidden);
      phase = session.phase.kind;
      if (!window.isDestroyed()) window.webContents.send(sessionChannel, session);
      if (move === 'quit') app.quit();
      if (move === 'show') show();
    },
  };
}

const soonMs = 10_000;

/** The page holds nothing of value, so it is simply drawn again; when that does not help it is left alone. */
function reloadAfterBreakdown(window: BrowserWindow, log: Log): void {
  let reloadedAt = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log.warn('page-gone', { reason });
    if (reason === 'clean-exit' || Date.now() - reloadedAt < soonMs) return;
    reloadedAt = Date.now();
    window.webContents.reload();
  });
}
