// Takes from the page and from Chromium everything that this program does not need: navigation, windows, permissions, network.
// Applies policies.ts; decides nothing itself.
import type { App, Protocol, Session, WebContents } from 'electron';
import type { Log } from '../core/ports.ts';
import { ownScheme } from './origin.ts';
import { allowsPermission, allowsRequest } from './policies.ts';

/** Must run before the app is ready. */
export function lockProcess(
  app: Pick<App, 'enableSandbox' | 'disableHardwareAcceleration'>,
  protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>,
): void {
  // SECURITY: every renderer is sandboxed, also one that some later code would open without saying so.
  app.enableSandbox();
  // The page is a form. Drawn without the graphics card it looks the same with every driver, and leaves the card's memory to the
  // program that it launches.
  app.disableHardwareAcceleration();
  protocol.registerSchemesAsPrivileged([
    { scheme: ownScheme, privileges: { standard: true, secure: true } },
  ]);
}

/** Applies to every page, whoever opens it. */
export function lockPages(app: App, log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    lockContents(contents, log);
  });
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, decide) => {
    event.preventDefault();
    decide(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _list, choose) => {
    event.preventDefault();
    choose();
  });
}

function lockContents(contents: WebContents, log: Log): void {
  // SECURITY: the page is loaded once by us and never navigates; nothing it does needs an address of its own.
  // `will-navigate` comes after this event, which prevents it.
  contents.on('will-frame-navigate', (event) => {
    event.preventDefault();
    log.warn('navigation-refused');
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    log.warn('webview-refused');
  });
  // A page that asks to stay does not: Electron would keep its window open without a word.
  contents.on('will-prevent-unload', (event) => {
    event.preventDefault();
  });
  refuseFiles(contents, log);
  contents.setWindowOpenHandler(() => {
    log.warn('window-refused');
    return { action: 'deny' };
  });
  // SECURITY: WebRTC obeys neither the content security policy nor webRequest; this keeps it to what goes through a proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/**
 * SECURITY: a page may open the system's file dialog by an `<input>`, and Electron has no setting against it; Chromium's own
 * protocol for developer tools has one. It is spoken inside this process and opens nothing to the outside.
 */
function refuseFiles({ debugger: protocol }: WebContents, log: Log): void {
  const failed = () => log.warn('files-not-refused');
  try {
    protocol.attach();
    // What is set for pages holds once their part of the protocol is on.
    protocol.sendCommand('Page.enable').catch(failed);
    protocol.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true }).catch(failed);
  } catch {
    failed();
  }
}

// No such proxy listens, and it stands before every address, this computer's own included.
const noWayOut = { proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>' };

/** Makes `session` a place without permissions, downloads and network. Resolves when nothing gets out any more. */
export async function lockSession(session: Session, production: boolean): Promise<void> {
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(allowsPermission(permission, details));
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) =>
    allowsPermission(permission, {
      requestingUrl: details.requestingUrl ?? '',
      isMainFrame: details.isMainFrame,
    }),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !allowsRequest(details.url, production) });
  });
  // SECURITY: early connections (preconnect) and WebRTC over TCP are no requests; they only ask for the proxy.
  await session.setProxy(noWayOut);
}
