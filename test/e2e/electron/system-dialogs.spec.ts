// A compromised page can't open system dialogs: not to ask for a password or a
// file, nor to keep the window open. The tests count the windows on the display.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { display } from '../../support/electron-process.ts';

const run = promisify(execFile);

/** Returns the names of the windows on the display, except tiny ones. */
async function windows(): Promise<string[]> {
  const list = await run('xwininfo', ['-root', '-tree', '-display', await display()]);
  return list.stdout.split('\n').flatMap((line) => {
    const [, name = '', width = '0'] = /^ {5}0x\w+ (.*?): .* (\d+)x\d+[+-]/.exec(line) ?? [];
    return Number(width) > 200 ? [name] : [];
  });
}

/**
 * Runs `way` as a user gesture, which most of them require. Resolves when a dialog would have
 * opened.
 */
async function tryOut(page: Page, way: () => unknown): Promise<void> {
  const ended = page.evaluate(way).catch(() => undefined);
  await Promise.race([Promise.all([ended, setTimeout(600)]), setTimeout(1_200)]);
}

/** Chromium's file pickers, which the standard DOM types lack. */
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
  'the command to print': () => window.loader?.printRecoveryCodes({}),
  'the command to save codes': () =>
    window.loader?.saveRecoveryCodes({
      codes: Array.from({ length: 10 }, (_, at) => `abcd-000${String(at)}`),
    }),
};

test('opens no dialog on any request of the page', async ({ open }) => {
  const { page } = await open();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  const appeared: string[] = [];
  // The driver intercepts these dialogs, so they are not shown.
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

test('opens no dialog on shortcuts for print, save and open', async ({ open }) => {
  const { page } = await open();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  const before = await windows();
  for (const key of ['Control+p', 'Control+Shift+p', 'Control+s', 'Control+o'])
    await page.keyboard.press(key);
  await setTimeout(600);
  expect(await windows()).toEqual(before);
});

test('closes the window despite a beforeunload handler', async ({ open }) => {
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
