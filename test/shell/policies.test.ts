// The page's permissions: it may load its own files, write to the clipboard, and call commands from
// our main frame, and nothing else.
import { describe, expect, it } from 'vitest';
import {
  allowsPermission,
  allowsRequest,
  isTrustedCaller,
  webPreferences,
} from '../../src/main/shell/policies.ts';

const own = 'app://loader/index.html';

describe('requests', () => {
  it.each([true, false])("are allowed for the page's own files (production: %s)", (production) => {
    expect(allowsRequest('app://loader/assets/page.js', production)).toBe(true);
  });

  it('are allowed for the developer tools only in development', () => {
    const tools = 'devtools://devtools/bundled/devtools_app.html';
    expect(allowsRequest(tools, false)).toBe(true);
    expect(allowsRequest(tools, true)).toBe(false);
  });

  it.each([
    'https://example.com/',
    'http://127.0.0.1:1/',
    'ws://127.0.0.1:1/',
    'wss://example.com/',
    'file:///etc/passwd',
    'data:text/html,x',
    'blob:app://loader/1',
    'ftp://example.com/',
    'chrome://gpu',
    'app://other/index.html',
    'chrome-extension://a/b.js',
  ])('are refused for %s', (url) => {
    expect(allowsRequest(url, true)).toBe(false);
    expect(allowsRequest(url, false)).toBe(false);
  });
});

describe('permissions', () => {
  it('allow our main frame to write text to the clipboard', () => {
    const frame = { requestingUrl: own, isMainFrame: true };
    expect(allowsPermission('clipboard-sanitized-write', frame)).toBe(true);
  });

  it.each([
    { requestingUrl: own, isMainFrame: false },
    { requestingUrl: 'https://example.com/', isMainFrame: true },
    { requestingUrl: '', isMainFrame: true },
  ])('do not allow other frames to write it: %o', (frame) => {
    expect(allowsPermission('clipboard-sanitized-write', frame)).toBe(false);
  });

  it.each([
    ...['clipboard-read', 'deprecated-sync-clipboard-read', 'media', 'geolocation', 'hid', 'usb'],
    ...['notifications', 'fullscreen', 'pointerLock', 'openExternal', 'serial', 'midi', 'unknown'],
    ...['display-capture', 'fileSystem', 'local-fonts', 'window-management', 'idle-detection', ''],
  ])('deny %s', (permission) => {
    expect(allowsPermission(permission, { requestingUrl: own, isMainFrame: true })).toBe(false);
  });
});

describe('trusted callers', () => {
  const frame = { url: own, isMainFrame: true };

  it('are our main frame on our page', () => {
    expect(isTrustedCaller({ webContentsId: 7, frame }, 7)).toBe(true);
  });

  it.each([
    ['another page', { webContentsId: 8, frame }, 7],
    ['a removed frame', { webContentsId: 7, frame: null }, 7],
    ['an inner frame', { webContentsId: 7, frame: { url: own, isMainFrame: false } }, 7],
    ['our window on another site', { webContentsId: 7, frame: { ...frame, url: 'https://a/' } }, 7],
    ['our window on about:blank', { webContentsId: 7, frame: { ...frame, url: 'about:blank' } }, 7],
    ['our window without a URL', { webContentsId: 7, frame: { ...frame, url: '' } }, 7],
    ['a window that is closed', { webContentsId: 7, frame }, null],
  ])('are never %s', (_who, caller, windowContentsId) => {
    expect(isTrustedCaller(caller, windowContentsId)).toBe(false);
  });
});

describe('web preferences', () => {
  it.each([true, false])('are locked down (production: %s)', (production) => {
    // The complete list, so that any added or removed preference fails this test.
    expect(webPreferences('/preload.cjs', production)).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      disableDialogs: true,
      disableBlinkFeatures: 'FileSystemAccess,FileSystemAccessLocal',
      spellcheck: false,
      enableWebSQL: false,
      autoplayPolicy: 'user-gesture-required',
      devTools: !production,
    });
  });
});
