// No dialog of the system comes from the page, whatever a compromised one asks for: none can be used to ask for a password or a
// file, to hold the window, or to leave the program. Looked at from the display: no window more than before.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { display } from '../../support/electron-process.ts';

const run = promisify(execFile);

/** The windows that the display shows, apart from those too small to be seen. */
async function windows(): Promise<string[]> {
  const list = await run('xwininfo', ['-root', '-tree', '-display', await display()]);
  return list.stdout.split('\n').flatMap((line) => {
    const [, name = '', width = '0'] = /^ {5}0x\w+ (.*?): .* (\d+)x\d+[+-]/.exec(line) ?? [];
    return Number(width) > 200 ? [name] : [];
  });
}

/** The driver's calls count as a user's press, which most of these ask for. Resolves when a dialog would have come. */
async function tryOut(page: Page, way: () => unknown): Promise<void> {
  const ended = page.evaluate(way).catch(() => undefined);
  await Promise.race([Promise.all([ended, setTimeout(600)]), setTimeout(1_200)]);
}

/** Chromium's own: the standard DOM types lack them. */
interface Pickers {
  readonly showOpenFilePicker?: () => unknown;
  readonly showSaveFilePicker?: () => unknown;
  readonly showDirectoryPicker?: () => unknown;
}

const ways: Readonly<Record<string, () => unknown>> = {
  print: () => window.print(),
  alert: () => window.alert('Your password, please'),
  confirm: () => window.confirm('Your password, please'),
  prompt: () => window.prompt('Your password, please'),
  'print from a frame': () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.contentWindow?.print();
  },
  'a file input': () => {
    const input = Object.assign(document.createElement('input'), { type: 'file' });
    input.click();
  },
  'an input for folders': () => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', webkitdirectory: true }).click();
  },
  showOpenFilePicker: () => (globalThis as unknown as Pickers).showOpenFilePicker?.(),
  showSaveFilePicker: () => (globalThis as unknown as Pickers).showSaveFilePicker?.(),
  showDirectoryPicker: () => (globalThis as unknown as Pickers).showDirectoryPicker?.(),
  'a download': () => {
    const link = Object.assign(document.createElement('a'), { href: 'data:,x', download: 'x.txt' });
    link.click();
  },
  share: () => navigator.share({ text: 'x' }),
};

test('no request of the page opens a dialog', async ({ open }) => {
  const { page } = await open();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  const appeared: string[] = [];
  // A dialog that the driver takes over is not shown.
  page.on('dialog', (dialog) => {
    appeared.push(dialog.type());
    void dialog.dismiss();
  });
  const before = await windows();
  expect(before).toHaveLength(1);
  for (const [name, way] of Object.entries(ways)) {
    await tryOut(page, way);
    if ((await windows()).length !== 1) appeared.push(name);
  }
  expect(appeared).toEqual([]);
});

test('the key for printing prints nothing', async ({ open }) => {
  const { page } = await open();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  const before = await windows();
  for (const key of ['Control+p', 'Control+Shift+p', 'Control+s', 'Control+o'])
    await page.keyboard.press(key);
  await setTimeout(600);
  expect(await windows()).toEqual(before);
});

test('a page cannot hold its window', async ({ open }) => {
  const { page, app } = await open();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await page.evaluate(() => {
    window.addEventListener('beforeunload', (event) => event.preventDefault());
    window.onbeforeunload = () => 'stay';
  });
  const gone = once(app.process(), 'exit');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await gone;
});
