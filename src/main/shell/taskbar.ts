// Shows the progress of the running task on the loader's icon in the taskbar or dock.
import type { BrowserWindow } from 'electron';
import type { Session } from '../../shared/session.ts';

export interface Taskbar {
  readonly show: (session: Pick<Session, 'tasks'>) => void;
}

type Mode = 'normal' | 'indeterminate' | 'error' | 'none';

export function createTaskbar(
  window: Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar'>,
): Taskbar {
  let shown = '';
  return {
    show({ tasks }) {
      const [value, mode] = progressOf(tasks);
      const now = `${value} ${mode}`;
      if (now === shown || window.isDestroyed()) return;
      shown = now;
      window.setProgressBar(value, { mode });
    },
  };
}

/**
 * Returns Electron's value and mode: 0 to 1 in steps of 1 %, 2 if the total is unknown, 1 with
 * `error` if a task failed, -1 for no bar. A paused task shows no bar, because it may stay paused
 * for days.
 */
function progressOf(tasks: Session['tasks']): readonly [number, Mode] {
  const running = tasks.find(({ state }) => state === 'running');
  if (running === undefined)
    return tasks.some(({ state }) => state === 'failed') ? [1, 'error'] : [-1, 'none'];
  const { done, total } = running;
  if (total === null) return [2, 'indeterminate'];
  return [total === 0 ? 1 : Math.floor(Math.min(1, done / total) * 100) / 100, 'normal'];
}
