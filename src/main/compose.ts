// Composition root: builds adapters, core and shell in startup order.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  app,
  clipboard,
  dialog,
  ipcMain,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
  type BrowserWindow,
} from 'electron';
import type { LoaderConfig } from '../shared/config.ts';
import { type FailureFacts } from '../shared/failure.ts';
import { type LanguageCode } from '../shared/languages.ts';
import { describeLoader, languageOffer, readLoaderConfig } from './adapters/config-file.ts';
import { createHardwareSource } from './adapters/hardware.ts';
import { createElectronHttp } from './adapters/http-electron.ts';
import { createAutostart } from './adapters/autostart.ts';
import { createAppLauncher } from './adapters/launcher.ts';
import { engineParts, readLicenses } from './adapters/licenses.ts';
import { registerLinkHandler } from './adapters/link-handler.ts';
import { openLocalState } from './adapters/local-state.ts';
import { createLogStream } from './adapters/log-stream.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';
import { createVault } from './adapters/vault.ts';
import type { OpenCore } from './compose-core.ts';
import type { Log } from './core/ports.ts';
import { serviceHash } from './core/session/service-hash.ts';
import { setIdentity } from './shell/app-identity.ts';
import { recoverPage } from './shell/crash-recovery.ts';
import { endWithBrokenConfig } from './shell/broken-config.ts';
import { createDesktop } from './shell/desktop.ts';
import { type DataFolder, openDataFolder } from './shell/data-folder.ts';
import { withoutLinks } from './shell/deep-link.ts';
import { registerCommands } from './shell/ipc.ts';
import { openHttpsLink } from './shell/links.ts';
import { readClipboardFor } from './shell/clipboard.ts';
import { openLanguage } from './shell/language.ts';
import { lockPages, lockProcess, lockSession } from './shell/lockdown.ts';
import { openLogFile } from './shell/log-file.ts';
import { addViewMenu, setApplicationMenu } from './shell/menu.ts';
import { loadPage, servePage, whenScriptServed } from './shell/page-script.ts';
import { claimScheme } from './shell/scheme-client.ts';
import { isTrustedCaller } from './shell/policies.ts';
import { openRememberedWindow } from './shell/remembered-window.ts';
import { configFile, runsFromPackage } from './shell/start-options.ts';
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
  const { argv, platform, env, execPath } = process;
  // SECURITY: this variable would make Chromium write all TLS keys into a file.
  delete env['SSLKEYLOGFILE'];
  const facts = { platform, env, execPath, namespacesBlocked };
  const refused = production ? refusedSwitches(argv, facts) : [];
  if (refused.length > 0) {
    await endWithRefusedSwitches({ app, dialog, platform, env }, refused);
    return;
  }
  lockProcess(app, protocol);
  const data = openDataFolder(app);
  // The lock also fails if its folder is not usable; that does not mean that another instance runs.
  if (!app.requestSingleInstanceLock() && data.lockable) {
    app.exit(0);
    return;
  }
  const log = createLogStream(
    production && data.writable ? openLogFile(path.join(data.folder, 'logs')) : process.stderr,
  );
  catchDefects(log);
  lockPages(app, log);

  const file = configFile(__dirname, process.argv);
  const reading = readLoaderConfig(file);
  if (!reading.ok) {
    await endWithBrokenConfig(app, dialog, { file, ...reading, window: production });
    return;
  }
  const { scheme } = reading.config;
  const incomingLinks = watchIncomingLinks(app, { scheme, argv });
  // Called before 'ready', at which Electron would build its default menu.
  setApplicationMenu();
  if (production) setIdentity(app, platform);
  await app.whenReady();
  const startNotices: FailureFacts[] = [];
  if (!data.writable) startNotices.push({ code: 'data-folder-unusable', folder: data.folder });
  if (production && runsWithoutSandbox(argv, facts)) startNotices.push({ code: 'sandbox-off' });
  await start(reading, data, startNotices, log, incomingLinks);
  if (production) registerLinks(reading.config, log);
}

type Reading = Extract<ReturnType<typeof readLoaderConfig>, { ok: true }>;

async function start(
  reading: Reading,
  data: DataFolder,
  startNotices: readonly FailureFacts[],
  log: Log,
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
  const preferred = app.getPreferredSystemLanguages();
  const { language, copy, saveLanguage } = openLanguage(state, preferred, languageOffer(config));
  const shownAs = { title, preload, session: pageSession, production, copy };
  const { window, zoomControl } = openRememberedWindow(state, shownAs);
  const scriptServed = servePage(pageSession, outputPath('client'));
  const { publish, isAppActive, show } = manageWindow(app, window);
  const uiParts = { app, dialog, window, copy };
  const args = withoutLinks(config.scheme, process.argv.slice(1));
  const { restart } = recoverPage({ ...uiParts, log, randomHex, isAppActive, production, args });
  logWhenReady(window, log);
  if (!(await loadPage(window, locked, language()))) return;
  // The page's process starts here; the rest of the startup runs meanwhile.
  const painted = whenPainted(window);
  if (!production) void painted.then(addViewMenu);
  // A key store may prompt for its password: the user must see which program is asking.
  const adapters = openAdapters(reading, data, log, painted, language);
  const ability = adapters.vault.ability();
  const info = describeLoader(config, reading.folder, ability, app.getVersion(), language());
  const view = { publish, saveLanguage, restart, ...openSystemView(window) };
  const showFile = (place: string) => shell.showItemInFolder(place);
  const workerFile = path.join(outputPath('delivery-worker'), 'delivery-worker.cjs');
  const { clock } = adapters;
  const program = { config, state, dataFolder: data.folder, workerFile, log, clock };
  const noticeParts = { Notification, brand: title, copy, showWindow: show, window };
  const stateParts = { state, startNotices, systemNotices: createSystemNotices(noticeParts) };
  const desktop = createDesktop(nativeTheme, zoomControl, adapters.autostart);
  const parts = { config, info, view, log, randomHex, desktop, ...stateParts, ...adapters };
  const core = whenScriptServed(window, scriptServed)
    .then(() => import('./compose-core.ts').then((read) => read.openCore))
    .then((openCore) => openCore({ ...uiParts, showFile }, parts, program));
  registerCalls(window, core);
  const { loader } = await core;
  incomingLinks.listen(loader.deepLink);
  powerMonitor.on('resume', () => loader.wake('resumed'));
  app.once('will-quit', () => loader.stop());
  finishBeforeQuit(app, [state.settled, loader.settled]);
  void loader.start();
}

/** Returns the functions of the view that need the system: links, clipboard and licenses. */
function openSystemView(window: BrowserWindow) {
  return {
    openLink: (url: string) => openHttpsLink((href) => shell.openExternal(href), url),
    readClipboard: readClipboardFor(window, clipboard),
    readLicenses: () => readLicenses(outputPath('.'), engineParts(process.versions)),
  };
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

function logWhenReady(window: BrowserWindow, log: Log): void {
  window.once('ready-to-show', () => {
    log.info('window-ready');
    if (!production) process.stdout.write('window ready\n');
  });
}

/** Registers this program as the system's handler for links of the scheme. */
function registerLinks({ scheme, brand }: LoaderConfig, log: Log): void {
  const { platform, env, execPath } = process;
  claimScheme(app, { platform, execPath }, scheme);
  if (platform !== 'linux') return;
  void registerLinkHandler({ scheme, title: brand.name, appName: app.getName(), env, log });
}

function openAdapters(
  { config, folder }: Reading,
  data: DataFolder,
  log: Log,
  windowShown: Promise<void>,
  language: () => LanguageCode,
) {
  const clock = createSystemClock();
  return {
    clock,
    http: createElectronHttp({ language }),
    vault: createVault({
      ...data,
      safeStorage,
      service: serviceHash(config.service),
      platform: process.platform,
      log,
      now: clock.now,
      windowShown,
    }),
    hardware: createHardwareSource({
      workerFile: path.join(outputPath('hardware-worker'), 'hardware-worker.cjs'),
      dataFolder: data.folder,
      log,
    }),
    // In development, the system would start Electron without the program.
    autostart: production ? createAutostart({ app, title: config.brand.name, process, log }) : null,
    launcher: createAppLauncher({
      launch: config.launch,
      folder: production ? process.resourcesPath : folder,
      production,
      runner: config.delivery?.runner,
      output: 'inherit',
    }),
  };
}

/** Logs a defect. The program continues, and the user sees no stack. */
function catchDefects(log: Log): void {
  const logDefect = (error: unknown) => {
    log.error('defect', { reportId: randomHex().slice(0, 32) }, error);
  };
  process.on('uncaughtException', logDefect);
  process.on('unhandledRejection', logDefect);
}
