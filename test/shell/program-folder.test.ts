// The folder for the program: a separate folder inside the one that the user chose.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { expect, onTestFinished, test } from 'vitest';
import { programCopy } from '../../src/copy/program.ts';
import { createFolderChooser } from '../../src/main/shell/program-folder.ts';

const window = {}; // only passed on

function chooser(name: string, filePaths: readonly string[]) {
  const requests: unknown[] = [];
  const choose = createFolderChooser({
    window: window as unknown as BrowserWindow,
    name,
    copy: () => programCopy('de'),
    dialog: {
      showOpenDialog: (...given: readonly unknown[]) => {
        requests.push(given);
        return Promise.resolve({ canceled: filePaths.length === 0, filePaths: [...filePaths] });
      },
    },
  });
  return { choose, asked: requests };
}

test('the dialog opens over the window, in the window language, at the current folder', async () => {
  const { choose, asked } = chooser('Northwind Studio', ['/media/disk']);
  expect(await choose('/home/anna/x/program')).toBe(path.join('/media/disk', 'Northwind Studio'));
  expect(asked).toEqual([
    [
      window,
      {
        title: 'Ordner für Northwind Studio wählen',
        defaultPath: '/home/anna/x',
        properties: ['openDirectory', 'createDirectory'],
      },
    ],
  ]);
});

test('a chosen link is resolved, because the program must not be reached through one', async () => {
  const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'latchkey-chosen-')));
  onTestFinished(() => rmSync(place, { recursive: true }));
  mkdirSync(path.join(place, 'disk'));
  symlinkSync(path.join(place, 'disk'), path.join(place, 'games'));
  const { choose } = chooser('Northwind', [path.join(place, 'games')]);
  expect(await choose('/a/b')).toBe(path.join(place, 'disk', 'Northwind'));
});

test('a cancelled dialog returns null', async () => {
  expect(await chooser('Northwind', []).choose('/a/b')).toBeNull();
});

test.each([
  ['A/B\\C: "D"?', 'A B C D'],
  ['..', 'Program'],
  ['.hidden.', 'hidden'],
  ['CON', 'Program'],
  ['nul.txt', 'Program'],
  ['Ä 日本', 'Ä 日本'],
])('a program named %s gets the separate folder %s', async (name, folder) => {
  expect(await chooser(name, ['/disk']).choose('/a/b')).toBe(path.join('/disk', folder));
});
