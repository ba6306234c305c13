// Publishes snapshots to the window and the taskbar, hides and shows the window, and quits the
// program when the window closes.
import type { App, BrowserWindow } from 'electron';
import { sessionChannel } from '../../shared/commands.ts';
import { isAppActive } from '../../shared/phases.ts';
import type { PhaseKind, Session } from '../../shared/session.ts';
import { effectOfClose, effectOfPhaseChange } from './lifecycle-effects.ts';
import { createTaskbar } from './taskbar.ts';
import { showWindow } from './window.ts';

export interface ManagedWindow {
  readonly publish: (session: Session) => void;
  /** Whether the protected app is starting or running. */
  readonly isAppActive: () => boolean;
  readonly show: () => void;
}

export function manageWindow(app: App, window: BrowserWindow): ManagedWindow {
  let phase: PhaseKind = 'starting';
  let hidden = false;
  let quitting = false;
  const taskbar = createTaskbar(window);
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
  app.on('open-url', show);
  window.on('close', (event) => {
    if (effectOfClose(phase, quitting) === 'close') return;
    event.preventDefault();
    hidden = true;
    window.hide();
  });

  return {
    show,
    isAppActive: () => isAppActive({ kind: phase }),
    publish: (session) => {
      const move = effectOfPhaseChange(phase, session.phase.kind, hidden);
      phase = session.phase.kind;
      if (!window.isDestroyed()) window.webContents.send(sessionChannel, session);
      taskbar.show(session);
      if (move === 'quit') app.quit();
      if (move === 'show') show();
    },
  };
}

/** Delays quitting until all pending work has finished, such as writes; at most two seconds. */
export function finishBeforeQuit(app: App, pendingWork: readonly (() => Promise<unknown>)[]): void {
  let finished = false;
  app.on('will-quit', (event) => {
    if (finished) return;
    finished = true;
    event.preventDefault();
    const timeout = new Promise((resolve) => setTimeout(resolve, 2_000));
    // Deferred, because Electron ignores quit() during this event.
    void Promise.race([Promise.all(pendingWork.map((work) => work())), timeout]).finally(() =>
      setImmediate(() => app.quit()),
    );
  });
}
