// Locks down the page and Chromium: permissions, navigation, windows, files and network, by the
// rules of policies.ts.
import type { App, Protocol, Session, WebContents } from 'electron';
import type { Log } from '../core/ports.ts';
import { ownScheme } from './origin.ts';
import { allowsPermission, allowsRequest } from './policies.ts';

/** Call it before the app is ready. */
export function lockProcess(
  app: Pick<App, 'enableSandbox' | 'disableHardwareAcceleration'>,
  protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>,
): void {
  // SECURITY: sandboxes every renderer, even one that later code opens without the option.
  app.enableSandbox();
  // The page then looks the same with every driver and leaves graphics memory to the app.
  app.disableHardwareAcceleration();
  protocol.registerSchemesAsPrivileged([
    { scheme: ownScheme, privileges: { standard: true, secure: true } },
  ]);
}

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
  // SECURITY: only this process loads a page; the page never navigates. Covers `will-navigate` too.
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
  // Otherwise a page's `beforeunload` handler could keep the window open.
  contents.on('will-prevent-unload', (event) => {
    event.preventDefault();
  });
  blockFileDialogs(contents, log);
  contents.setWindowOpenHandler(() => {
    log.warn('window-refused');
    return { action: 'deny' };
  });
  // SECURITY: WebRTC ignores CSP and webRequest; this limits it to connections through a proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/**
 * SECURITY: a page can open the system's file dialog with an `<input>`, and only Chromium's
 * DevTools protocol can prevent that. The protocol runs inside this process and opens no port.
 */
function blockFileDialogs({ debugger: protocol }: WebContents, log: Log): void {
  const failed = () => log.warn('files-not-refused');
  try {
    protocol.attach();
    // Settings for pages take effect once the Page domain is enabled.
    protocol.sendCommand('Page.enable').catch(failed);
    protocol.sendCommand('Page.setInterceptFileChooserDialog', { enabled: true }).catch(failed);
  } catch {
    failed();
  }
}

// A proxy that does not exist, for every address, including loopback.
const unreachableProxy = { proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>' };

/**
 * Applies the rules of policies.ts to `session`, and blocks downloads and network connections.
 * Resolves when no connection can leave.
 */
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
  // SECURITY: preconnects and WebRTC over TCP are not requests; only the proxy setting stops them.
  await session.setProxy(unreachableProxy);
}
