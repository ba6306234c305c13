// Relaunching the program: its arguments omit the link, which the previous start has already
// handled.
import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { expect, it } from 'vitest';
import { programCopy } from '../../src/copy/program.ts';
import { recoverPage } from '../../src/main/shell/crash-recovery.ts';
import { withoutLinks } from '../../src/main/shell/deep-link.ts';
import { createFakeLog } from '../support/fake-log.ts';

function page(image: string | null = null) {
  const done: unknown[] = [];
  const app = {
    name: 'Latchkey',
    relaunch: (given: object) => done.push(given),
    quit: () => done.push('quit'),
  };
  const window = {
    webContents: new EventEmitter(),
    isDestroyed: () => false,
    loadURL: () => {
      done.push('page');
      return Promise.resolve();
    },
  };
  const { restart } = recoverPage({
    // Only the used parts of Electron's app and window.
    app: app as unknown as App,
    window: window as unknown as BrowserWindow,
    dialog: { showMessageBox: () => Promise.reject(new Error('no box was expected')) },
    copy: () => programCopy('en'),
    log: createFakeLog(),
    randomHex: () => '0'.repeat(64),
    isAppActive: () => false,
    production: true,
    relaunchAs: {
      args: withoutLinks('northwind', ['--lang=de', '--', 'northwind://redeem?key=K']),
      image,
    },
  });
  return { restart, done };
}

it('Restart relaunches the program without its link if the page still fails after a reload', () => {
  const { restart, done } = page();
  restart();
  restart();
  expect(done).toEqual(['page', { args: ['--lang=de', '--'] }, 'quit']);
});

it('Restart relaunches an AppImage from the file that was started', () => {
  const { restart, done } = page('/home/anna/Latchkey.AppImage');
  restart();
  restart();
  expect(done[1]).toEqual({ execPath: '/home/anna/Latchkey.AppImage', args: ['--lang=de', '--'] });
});
