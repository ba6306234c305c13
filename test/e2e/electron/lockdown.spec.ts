// The page in the real window is locked down: no navigation, windows, Node, foreign bridge calls or
// permissions, and a sandboxed process.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { commandNames } from '../../../src/shared/commands.ts';
import type {} from '../../../src/renderer/window.d.ts';
import { test, type OpenLoader } from '../../support/electron-app.ts';

const own = 'app://loader/index.html';

function countWindows({ app }: OpenLoader) {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
}

test('blocks every navigation @main', async ({ open }) => {
  const loader = await open();
  const at = loader.page.url();
  expect(at).toMatch(/^app:\/\/loader\/index\.html\?language=(en|de)$/);
  const targets = [
    'https://example.com/',
    'http://127.0.0.1:9/',
    'app://other/index.html',
    'app://loader/other.html',
  ];
  for (const [done, target] of targets.entries()) {
    await loader.page.evaluate((url) => {
      const link = Object.assign(document.createElement('a'), { href: url });
      if (url.startsWith('http:')) link.click();
      else location.href = url;
    }, target);
    await expect.poll(() => loader.output().split('navigation-refused').length - 1).toBe(done + 1);
    expect(loader.page.url()).toBe(at);
  }
  await loader.page.evaluate(() => {
    // The page itself blocks these.
    location.href = 'file:///etc/passwd';
    location.href = 'data:text/html,gone';
    const form = Object.assign(document.createElement('form'), { action: 'https://example.com/' });
    document.body.append(form);
    form.submit();
  });
  expect(await loader.page.evaluate(() => location.href)).toBe(at);
});

test('blocks new windows', async ({ open }) => {
  const loader = await open();
  const opened = await loader.page.evaluate(() =>
    ['https://example.com/', 'about:blank', 'app://loader/index.html', ''].map((url) => {
      return window.open(url) !== null;
    }),
  );
  expect(opened).toEqual([false, false, false, false]);
  await loader.page.evaluate(() => {
    const link = document.createElement('a');
    Object.assign(link, { href: 'https://example.com/', target: '_blank' });
    document.body.append(link);
    link.click();
  });
  await expect.poll(() => loader.output().split('window-refused').length - 1).toBe(5);
  expect(await countWindows(loader)).toBe(1);
  expect(loader.app.windows()).toHaveLength(1);
});

test('sends the content security policy as a header and enforces it @main', async ({ open }) => {
  const { page } = await open();
  const response = await page.reload();
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'none'");
  expect(await page.locator('meta[http-equiv]').count()).toBe(0);

  const broken = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const directives = new Set<string>();
        document.addEventListener('securitypolicyviolation', (event) => {
          directives.add(event.effectiveDirective);
          if (directives.size === 3) resolve([...directives].sort());
        });
        const style = document.createElement('style');
        style.textContent = 'body { display: none }';
        document.head.append(style);
        document.createElement('img').src = 'https://example.com/x.png';
        try {
          document.createElement('p').innerHTML = '<b>a text never becomes markup</b>';
        } catch {
          // The event reports the violation.
        }
      }),
  );
  expect(broken).toEqual(['img-src', 'require-trusted-types-for', 'style-src-elem']);
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none');
});

test('exposes only the frozen bridge and no API of Node or Electron', async ({ open }) => {
  const { page } = await open();
  const found = await page.evaluate(() => {
    const names = ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname'];
    const electron = ['ipcRenderer', 'electron', 'contextBridge', 'webFrame'];
    return [...names, ...electron].filter((name) => name in globalThis);
  });
  expect(found).toEqual([]);
  const bridge = await page.evaluate(() => {
    const before = window.loader?.describe;
    try {
      Object.assign(window.loader ?? {}, { describe: () => null, more: 1 });
    } catch {
      // Frozen, as it should be.
    }
    return { names: Object.keys(window.loader ?? {}), same: before === window.loader?.describe };
  });
  expect(bridge).toEqual({ names: [...commandNames, 'onSession'], same: true });
});

test('refuses every command from another window with the same page', async ({ open, built }) => {
  const loader = await open();
  const codes = await loader.app.evaluate(
    async ({ BrowserWindow, session }, { preload, names, url }) => {
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, session: session.defaultSession },
      });
      await stranger.loadURL(url);
      const ask = (names: readonly string[]) =>
        stranger.webContents.executeJavaScript(
          `Promise.all(${JSON.stringify(names)}.map((name) => window.loader[name]({})))`,
        ) as Promise<{ ok: boolean; failure?: { code: string } }[]>; // what the bridge answers
      const answers = await ask(names);
      stranger.destroy();
      return answers.map((answer) => answer.failure?.code ?? 'answered');
    },
    { preload: path.join(built, 'out/preload/index.cjs'), names: commandNames, url: own },
  );
  expect(codes).toEqual(commandNames.map(() => 'internal'));
  for (const name of commandNames)
    expect(loader.output()).toContain(`"event":"stranger-refused","command":"${name}"`);
  const answer = await loader.page.evaluate(() => window.loader?.describe({}));
  expect(answer?.ok).toBe(true);
});

test('runs the renderer in the sandbox of the system', async ({ open }) => {
  const { app } = await open();
  const { pids, shown } = await app.evaluate(({ app, BrowserWindow }) => ({
    // One of them may be Chromium's spare renderer.
    pids: app
      .getAppMetrics()
      .filter(({ type }) => type === 'Tab')
      .map(({ pid }) => pid),
    shown: BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getOSProcessId()),
  }));
  expect(pids).toEqual(expect.arrayContaining(shown));
  expect(shown).toHaveLength(1);
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    // A second number shows a separate process namespace.
    expect(status).toMatch(/^NSpid:\s+\d+\s+\d+/m);
    expect(status).not.toMatch(/^Uid:\s+0\b/m);
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('--no-sandbox');
  }
});

test('denies all permissions except writing to the clipboard', async ({ open }) => {
  const { page } = await open();
  await page.bringToFront();
  const granted = await page.evaluate(async () => {
    const works = (way: () => Promise<unknown>) =>
      way().then(
        () => true,
        () => false,
      );
    const position = () =>
      new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject));
    return {
      notifications: (await Notification.requestPermission()) === 'granted',
      camera: await works(() => navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await works(() => navigator.mediaDevices.getDisplayMedia()),
      position: await works(position),
      read: await works(() => navigator.clipboard.readText()),
      write: await works(() => navigator.clipboard.writeText('0000-0000')),
    };
  });
  const denied = { notifications: false, camera: false, screen: false, position: false };
  expect(granted).toEqual({ ...denied, read: false, write: true });
});

test('reads the clipboard only within a second of a press', async ({ open }) => {
  const { app, page } = await open();
  await app.evaluate(({ clipboard }) => clipboard.writeText('NWND-7F3Q'));
  const read = () => page.evaluate(() => window.loader?.readClipboard({}));
  await page.bringToFront();
  expect(await read()).toEqual({ ok: true, value: null });
  // Events that a script creates do not count as a press.
  await page.evaluate(() => {
    document.body.click();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  });
  expect(await read()).toEqual({ ok: true, value: null });
  await page.mouse.move(5, 5);
  expect(await read()).toEqual({ ok: true, value: null });
  for (const press of [() => page.keyboard.press('Shift'), () => page.mouse.click(2, 2)]) {
    await press();
    expect(await read()).toEqual({ ok: true, value: 'NWND-7F3Q' });
    await expect.poll(read).toEqual({ ok: true, value: null });
  }
});
