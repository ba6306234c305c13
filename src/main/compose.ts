// Composition root: builds adapters, core and shell in startup order.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  app,
  dialog,
  ipcMain,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  session,
  shell,
  BrowserWindow,
} from 'electron';
import type { LoaderConfig } from '../shared/config.ts';
import { type FailureFacts } from '../shared/failure.ts';
import { builtCommit } from './adapters/built-commit.ts';
import { brokenFiles } from './adapters/built-files.ts';
import { describeLoader, languageOffer, readLoaderConfig } from './adapters/config-file.ts';
import { registerLinkHandler } from './adapters/link-handler.ts';
import { openLocalState } from './adapters/local-state.ts';
import { createLogStream } from './adapters/log-stream.ts';
import { findOwnAppImage } from './adapters/own-app-image.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';
import { openAdapters, type Reading } from './compose-adapters.ts';
import type { OpenCore } from './compose-core.ts';
import { restartsForUpdate, undoesUpdate } from './compose-pending.ts';
import { openSystemView } from './compose-view.ts';
import type { LocalState, Log } from './core/ports.ts';
import { setIdentity } from './shell/app-identity.ts';
import { recoverPage } from './shell/crash-recovery.ts';
import { catchDefects } from './shell/defects.ts';
import { createDesktop } from './shell/desktop.ts';
import { type DataFolder, openDataFolder } from './shell/data-folder.ts';
import { withoutLinks } from './shell/deep-link.ts';
import { registerCommands } from './shell/ipc.ts';
import { openLanguage } from './shell/language.ts';
import { lockPages, lockProcess, lockSession } from './shell/lockdown.ts';
import { openLogFile } from './shell/log-file.ts';
import { addViewMenu, setApplicationMenu } from './shell/menu.ts';
import { loadPage, reportPage, servePage, whenScriptServed } from './shell/page-script.ts';
import { registerScheme } from './shell/scheme-client.ts';
import { isTrustedCaller } from './shell/policies.ts';
import { openRememberedWindow } from './shell/remembered-window.ts';
import { configFile, runsFromPackage } from './shell/start-options.ts';
import { endFailedStart, type StartFailure } from './shell/start-failed.ts';
import { endWithRefusedSwitches } from './shell/start-refused.ts';
import { namespacesBlocked, refusedSwitches, runsWithoutSandbox } from './shell/switches.ts';
import { createSystemNotices } from './shell/system-notices.ts';
import { watchIncomingLinks, type IncomingLinks } from './shell/incoming-links.ts';
import { whenPainted } from './shell/window.ts';
import { finishBeforeQuit, manageWindow } from './shell/window-lifecycle.ts';

const production = runsFromPackage(__dirname);
const outputPath = (name: string) => path.join(__dirname, '..', name);
const randomHex = () => randomBytes(32).toString('hex');

export async function compose(): Promise<void> {
  let log = createLogStream(process.stderr);
  const windows = () => BrowserWindow.getAllWindows();
  const end = (failure: StartFailure) =>
    endFailedStart({ app, dialog, log, randomHex, windows, production }, failure);
  try {
    const { argv, platform, env } = process;
    // SECURITY: this variable would make Chromium write all TLS keys into a file.
    delete env['SSLKEYLOGFILE'];
    const facts = { platform, env, image: findOwnAppImage(process), namespacesBlocked };
    const refused = production ? refusedSwitches(argv, facts) : [];
    if (refused.length > 0) {
      await endWithRefusedSwitches({ app, dialog, platform, env }, refused);
      return;
    }
    lockProcess(app, protocol);
    const data = openDataFolder(app);
    // The lock also fails if its folder is not usable, even if no other instance runs.
    if (!app.requestSingleInstanceLock() && data.lockable) {
      app.exit(0);
      return;
    }
    if (production && data.writable)
      log = createLogStream(openLogFile(path.join(data.folder, 'logs')));
    catchDefects(log, randomHex);
    const sandboxOff = production && runsWithoutSandbox(argv, facts);
    const failure = await startLoader({ data, log, end }, sandboxOff);
    if (failure !== null) await end(failure);
  } catch (error) {
    await end({ kind: 'defect', error });
  }
}

interface StartParts {
  readonly data: DataFolder;
  readonly log: Log;
  /** Ends the program for a reason that is found while the page loads. */
  readonly end: (failure: StartFailure) => Promise<void>;
}

/** Returns the reason if the configuration or a built file is broken. */
function readPackage(): Reading | { readonly ok: false; readonly failure: StartFailure } {
  const broken = production ? brokenFiles(outputPath('.')) : [];
  if (broken.length > 0) return { ok: false, failure: { kind: 'files', facts: broken } };
  const file = configFile(__dirname, process.argv);
  const reading = readLoaderConfig(file);
  if (reading.ok) return reading;
  return { ok: false, failure: { kind: 'configuration', file, facts: reading.problems } };
}

/** Returns the reason if the loader cannot start. */
async function startLoader(parts: StartParts, sandboxOff: boolean): Promise<StartFailure | null> {
  const { data, log } = parts;
  const { argv, platform } = process;
  lockPages(app, log);
  const reading = readPackage();
  if (!reading.ok) {
    // An update can be broken like this at every start.
    const state = openLocalState({ ...data, log });
    const isUndone = await undoesUpdate(state, production ? data : null, log);
    return isUndone ? null : reading.failure;
  }
  const incomingLinks = watchIncomingLinks(app, { scheme: reading.config.scheme, argv });
  // Called before 'ready', at which Electron would build its default menu.
  setApplicationMenu();
  if (production) setIdentity(app, platform);
  await app.whenReady();
  const startNotices: FailureFacts[] = [];
  if (!data.writable) startNotices.push({ code: 'data-folder-unusable', folder: data.folder });
  if (sandboxOff) startNotices.push({ code: 'sandbox-off' });
  await start(reading, parts, startNotices, incomingLinks);
  if (production) registerLinks(reading.config, log);
  return null;
}

async function start(
  reading: Reading,
  { data, log, end }: StartParts,
  startNotices: readonly FailureFacts[],
  incomingLinks: IncomingLinks,
): Promise<void> {
  const preload = path.join(outputPath('preload'), 'index.cjs');
  const title = reading.config.brand.name;
  // The default session exists anyway, so a page opened by mistake is locked down as well.
  const pageSession = session.defaultSession;
  // Called first, because it waits for other processes to start.
  const locked = lockSession(pageSession, production);
  const state = openLocalState({ ...data, log });
  const { config } = reading;
  const { program, updates, relaunchAs } = openReleaseParts(config, state, { data, log });
  if (await restartsForUpdate(state, production ? data : null, log, updates)) return;
  const preferred = app.getPreferredSystemLanguages();
  const { language, copy, saveLanguage } = openLanguage(state, preferred, languageOffer(config));
  const shownAs = { title, preload, session: pageSession, production, copy };
  const { window, zoomControl } = openRememberedWindow(state, shownAs);
  const scriptServed = servePage(pageSession, outputPath('client'));
  const { publish, isAppActive, show } = manageWindow(app, window);
  const uiParts = { app, dialog, window, copy };
  const recovery = { log, randomHex, isAppActive, production, relaunchAs };
  const { restart } = recoverPage({ ...uiParts, ...recovery });
  const endForPreload = (error: unknown) => void end({ kind: 'defect', error });
  reportPage(window, { log, production, preloadFailed: endForPreload });
  if (!(await loadPage(window, locked, language()))) return;
  // The page's process starts here; the rest of the startup runs meanwhile.
  const painted = whenPainted(window);
  if (!production) void painted.then(addViewMenu);
  // A key store may prompt for its password: the user must see which program is asking.
  const places = { data, log, clock: program.clock, production, outputPath };
  const adapters = openAdapters(reading, { ...places, windowShown: painted, language });
  const ability = adapters.vault.ability();
  const built = { version: app.getVersion(), commit: builtCommit };
  const info = describeLoader(config, reading.folder, ability, built, language());
  const view = { publish, saveLanguage, restart, ...openSystemView(uiParts, outputPath('.')) };
  const showFile = (path: string) => shell.showItemInFolder(path);
  const noticeParts = { Notification, brand: title, copy, showWindow: show, window };
  const stateParts = { state, startNotices, systemNotices: createSystemNotices(noticeParts) };
  const links = production ? registerScheme(app, process, config.scheme, log) : null;
  const desktop = createDesktop(nativeTheme, zoomControl, adapters.autostart, links);
  const parts = { config, info, view, log, randomHex, desktop, ...stateParts, ...adapters };
  const core = whenScriptServed(window, scriptServed)
    .then(() => import('./compose-core.ts').then((read) => read.openCore))
    .then((openCore) =>
      openCore({ ...uiParts, showFile, language }, parts, program, { updates, painted }),
    );
  registerCalls(window, core);
  runLoader((await core).loader, state, incomingLinks);
}

function runLoader(
  loader: OpenCore['loader'],
  state: LocalState,
  incomingLinks: IncomingLinks,
): void {
  incomingLinks.listen(loader.deepLink);
  powerMonitor.on('resume', () => loader.wake('resumed'));
  app.once('will-quit', () => loader.stop());
  finishBeforeQuit(app, [state.settled, loader.settled]);
  void loader.start();
}

/** Returns what the releases of the program and of the loader need. */
function openReleaseParts(
  config: LoaderConfig,
  state: LocalState,
  { data, log }: Pick<StartParts, 'data' | 'log'>,
) {
  const args = withoutLinks(config.scheme, process.argv.slice(1));
  const relaunchAs = { args, image: findOwnAppImage(process) };
  const workerFile = path.join(outputPath('delivery-worker'), 'delivery-worker.cjs');
  const clock = createSystemClock();
  const program = { config, state, dataFolder: data.folder, workerFile, log, clock };
  // An attempt that is not saved would be repeated for ever.
  const updates = production && data.writable ? { ...program, app, relaunchAs } : null;
  return { program, updates, relaunchAs };
}

/** Registers before the core is loaded, because the page may call earlier; such calls wait. */
function registerCalls(window: BrowserWindow, core: Promise<OpenCore>): void {
  registerCommands(ipcMain, {
    isTrusted: (caller) =>
      isTrustedCaller(caller, window.isDestroyed() ? null : window.webContents.id),
    answer: async (name, input) => (await core).answer(name, input),
    refuse: async (name) => (await core).refuse(name),
  });
}

/** Registers this AppImage for links of the scheme. */
function registerLinks({ scheme, brand }: LoaderConfig, log: Log): void {
  const { platform, env } = process;
  if (platform !== 'linux') return;
  const image = findOwnAppImage(process);
  const appName = app.getName();
  void registerLinkHandler({ scheme, title: brand.name, appName, image, env, log });
}
