// Reloads the page after a crash of its process, and handles Restart. A second crash in a row shows
// a plain screen, and a third one shows a system dialog.
import type { App, BrowserWindow, Dialog } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { fill } from '../../copy/sentences.ts';
import type { Log } from '../core/ports.ts';
import type { RandomHex } from '@latchkey/client/ports.ts';
import { startUrl } from './origin.ts';
import { effectOfCrash, effectOfRestart } from './lifecycle-effects.ts';

/** Crashes or restarts within this time of the previous one count as repeated. */
const repeatedWithinMs = 60_000;

export interface CrashRecoveryParts {
  readonly app: App;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly window: BrowserWindow;
  /** In the language of the window. */
  readonly copy: () => ProgramCopy;
  readonly log: Log;
  readonly randomHex: RandomHex;
  /** Whether the protected app is starting or running: this program must then not end. */
  readonly isAppActive: () => boolean;
  /** If false, Restart only reloads the page: a development script waits for this program. */
  readonly production: boolean;
  readonly relaunchAs: RelaunchAs;
}

export interface RelaunchAs {
  /** The arguments, without deep links that this start has handled. */
  readonly args: readonly string[];
  /** The AppImage that runs; null if this program is no AppImage. */
  readonly image: string | null;
}

export interface CrashRecovery {
  readonly restart: () => void;
}

export function recoverPage({
  app,
  dialog,
  window,
  log,
  ...parts
}: CrashRecoveryParts): CrashRecovery {
  let crashes = 0;
  let crashedAt = Number.NEGATIVE_INFINITY;
  let restartedAt = Number.NEGATIVE_INFINITY;

  const load = (address: string) => {
    // A crash while loading is handled below.
    if (!window.isDestroyed()) void window.loadURL(address).catch(() => undefined);
  };
  const restart = () => {
    const mustStay = parts.isAppActive() || !parts.production;
    const effect = effectOfRestart(mustStay, Date.now() - restartedAt < repeatedWithinMs);
    restartedAt = Date.now();
    crashes = 0;
    log.info('restarted', { effect });
    if (effect === 'page') load(startUrl);
    else relaunch(app, parts.relaunchAs);
  };
  const showDialog = async () => {
    const { cannotDraw, quit } = parts.copy();
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: app.name,
      message: fill(cannotDraw.message, { name: app.name }),
      detail: cannotDraw.detail,
      buttons: [cannotDraw.restart, quit],
      defaultId: 0,
      cancelId: 1,
    });
    if (response === 0) restart();
    else app.quit();
  };

  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    crashes = Date.now() - crashedAt < repeatedWithinMs ? crashes + 1 : 1;
    crashedAt = Date.now();
    const reportId = parts.randomHex().slice(0, 32);
    log.warn('page-gone', { reason, reportId });
    const effect = effectOfCrash(crashes);
    if (effect === 'box') void showDialog();
    else load(effect === 'page' ? startUrl : `${startUrl}?stopped=${reportId}`);
  });
  return { restart };
}

/** Relaunches an AppImage by its file, because its mount disappears when this program ends. */
export function relaunch(app: Pick<App, 'quit' | 'relaunch'>, as: RelaunchAs): void {
  const args = [...as.args];
  app.relaunch(as.image === null ? { args } : { execPath: as.image, args });
  app.quit();
}
