// Reloads the page after its process crashed, and handles Restart. After a second crash a plain
// screen takes its place, after a third one a system dialog.
import type { App, BrowserWindow, Dialog } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { fill } from '../../copy/sentences.ts';
import type { Log } from '../core/ports.ts';
import type { RandomHex } from '@latchkey/client/ports.ts';
import { startUrl } from './origin.ts';
import { crashMeans, restartMeans } from './presence.ts';

/** Crashes, and presses of Restart, within this time share a cause. */
const soonMs = 60_000;

export interface CrashRecoveryParts {
  readonly app: App;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly window: BrowserWindow;
  /** In the language of the window. */
  readonly words: () => ProgramCopy;
  readonly log: Log;
  readonly randomHex: RandomHex;
  /** Whether the protected app starts or runs: then this program must not end. */
  readonly holdsApp: () => boolean;
  /** false in development, where a script waits for this program: Restart only reloads the page. */
  readonly production: boolean;
  /** The arguments of a relaunch: without links, which this start has handled. */
  readonly args: readonly string[];
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
  let inARow = 0;
  let goneAt = Number.NEGATIVE_INFINITY;
  let restartedAt = Number.NEGATIVE_INFINITY;

  const draw = (address: string) => {
    // A crash while loading is handled below.
    if (!window.isDestroyed()) void window.loadURL(address).catch(() => undefined);
  };
  const restart = () => {
    const stays = parts.holdsApp() || !parts.production;
    const means = restartMeans(stays, Date.now() - restartedAt < soonMs);
    restartedAt = Date.now();
    inARow = 0;
    log.info('restarted', { means });
    if (means === 'page') draw(startUrl);
    else relaunch(app, parts.args);
  };
  const tell = async () => {
    const { cannotDraw, quit } = parts.words();
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
    inARow = Date.now() - goneAt < soonMs ? inARow + 1 : 1;
    goneAt = Date.now();
    const reportId = parts.randomHex().slice(0, 32);
    log.warn('page-gone', { reason, reportId });
    const means = crashMeans(inARow);
    if (means === 'box') void tell();
    else draw(means === 'page' ? startUrl : `${startUrl}?stopped=${reportId}`);
  });
  return { restart };
}

/** An AppImage is mounted anew for each start, and unmounted when this program ends. */
function relaunch(app: App, given: readonly string[]): void {
  const image = process.env['APPIMAGE'];
  const args = [...given];
  app.relaunch(image === undefined ? { args } : { execPath: image, args });
  app.quit();
}
