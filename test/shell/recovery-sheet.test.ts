// Saving recovery codes to a file, and printing them: only after a press, one dialog at a time.
import type { BrowserWindow } from 'electron';
import { expect, test } from 'vitest';
import { programCopy } from '../../src/copy/program.ts';
import { createRecoverySheet } from '../../src/main/shell/recovery-sheet.ts';

const facts = { brand: 'North/wind', username: 'anna', codes: ['4f7k-92mx', '0d3h-77qz'] };

function bench() {
  const written: [string, string][] = [];
  const asked: unknown[] = [];
  const now = {
    pressed: true,
    fails: false,
    path: '/home/anna/codes.txt',
    printed: true,
    reason: '',
  };
  let close: (() => void) | null = null;
  const contents = {
    print: (options: unknown, done: (isDone: boolean, reason: string) => void) => {
      asked.push(options);
      done(now.printed, now.reason);
    },
  };
  const sheet = createRecoverySheet({
    dialog: {
      showSaveDialog: (...given: readonly unknown[]) => {
        asked.push(given.at(-1));
        const end = { canceled: now.path === '', filePath: now.path };
        if (now.path !== 'held') return Promise.resolve(end);
        return new Promise((done) => {
          close = () => done({ canceled: true, filePath: '' });
        });
      },
    },
    window: { webContents: contents } as unknown as BrowserWindow, // only printed
    copy: () => programCopy('en'),
    write: (file, text) => {
      if (now.fails) return Promise.reject(new Error('read-only'));
      written.push([file, text]);
      return Promise.resolve();
    },
    folder: () => '/home/anna/Documents',
    wasPressed: () => now.pressed,
  });
  return { sheet, now, written, asked, close: () => close?.() };
}

test('saves the codes where the user chose, with the brand and the account', async () => {
  const { sheet, written, asked } = bench();
  expect(await sheet.saveRecoveryCodes(facts)).toBe('saved');
  expect(asked).toEqual([
    {
      title: 'Save your recovery codes',
      defaultPath: '/home/anna/Documents/North wind recovery codes.txt',
    },
  ]);
  expect(written).toEqual([
    [
      '/home/anna/codes.txt',
      [
        ...['North/wind recovery codes', 'Account: anna', '', ...facts.codes, ''],
        'Without your phone, sign in with one of these codes. Each works once. Keep this file safe.',
        '',
      ].join('\n'),
    ],
  ]);
});

test('reports a cancelled dialog and a file that cannot be written', async () => {
  const { sheet, now, written } = bench();
  now.path = '';
  expect(await sheet.saveRecoveryCodes(facts)).toBe('cancelled');
  now.path = '/media/full/codes.txt';
  now.fails = true;
  expect(await sheet.saveRecoveryCodes(facts)).toBe('failed');
  expect(written).toEqual([]);
});

test('opens no dialog without a press', async () => {
  const { sheet, now, asked } = bench();
  now.pressed = false;
  expect(await sheet.saveRecoveryCodes(facts)).toBe('failed');
  expect(await sheet.printPage()).toBe(false);
  expect(asked).toEqual([]);
});

test('opens one dialog at a time', async () => {
  const { sheet, now, asked, close } = bench();
  now.path = 'held';
  const first = sheet.saveRecoveryCodes(facts);
  expect(await sheet.saveRecoveryCodes(facts)).toBe('failed');
  expect(await sheet.printPage()).toBe(false);
  expect(asked).toHaveLength(1);
  close();
  expect(await first).toBe('cancelled');
  expect(await sheet.printPage()).toBe(true);
});

test.each([
  [true, '', true],
  [false, 'Print job canceled', true],
  [false, 'Invalid printer settings', false],
])('a print dialog that ends with %o and %j returns %o', async (printed, reason, expected) => {
  const { sheet, now } = bench();
  Object.assign(now, { printed, reason });
  expect(await sheet.printPage()).toBe(expected);
});
