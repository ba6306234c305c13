// Desktop notifications: their texts, with little text from the seller, and the effect of a click.
import type { NotificationConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { programCopy } from '../../src/copy/program.ts';
import {
  createSystemNotices,
  type NotificationClass,
} from '../../src/main/shell/system-notices.ts';
import type { LanguageCode } from '../../src/shared/languages.ts';

function system(language: LanguageCode = 'en', supported = true) {
  const shown: NotificationConstructorOptions[] = [];
  const presses: (() => void)[] = [];
  let brought = 0;
  const window = {
    isFront: true,
    flashes: [] as boolean[],
    onFocus: (): void => undefined,
    isDestroyed: () => false,
    isFocused: () => window.isFront,
    flashFrame: (on: boolean) => void window.flashes.push(on),
    once(_event: string, then: () => void) {
      window.onFocus = then;
    },
  };
  class FakeNotification {
    static isSupported = () => supported;
    readonly options: NotificationConstructorOptions;
    constructor(options: NotificationConstructorOptions) {
      this.options = options;
    }
    on(event: string, then: () => void): this {
      expect(event).toBe('click');
      presses.push(then);
      return this;
    }
    show(): void {
      shown.push(this.options);
    }
  }
  const notices = createSystemNotices({
    Notification: FakeNotification as unknown as NotificationClass, // the used part
    brand: 'Northwind Studio',
    copy: () => programCopy(language),
    showWindow: () => void (brought += 1),
    window,
  });
  return { notices, shown, presses, brought: () => brought, window };
}

const expiresAt = Date.UTC(2026, 10, 24, 12);
const ends = (subscription: string) => ({ kind: 'ends', subscription, expiresAt }) as const;

test("a notification has subscription and date in the window's language", () => {
  const english = system();
  english.notices.show(ends('Pro'));
  expect(english.shown).toEqual([
    { title: 'Pro ends soon', body: expect.stringContaining('24 November 2026') as unknown },
  ]);
  const german = system('de');
  german.notices.show(ends('Pro'));
  expect(german.shown[0]?.title).toBe('Pro läuft bald ab');
  expect(german.shown[0]?.body).toContain('24. November 2026');
});

test('a subscription name is truncated between characters and appears only in the title', () => {
  const { notices, shown } = system();
  const hostile = `<a href="https://evil.example">${'💎'.repeat(80)}</a>`;
  notices.show(ends(hostile));
  expect(shown[0]?.title).toBe(`${Array.from(hostile).slice(0, 48).join('')}… ends soon`);
  expect(shown[0]?.body).not.toContain('href');
  expect(shown[0]?.body).not.toContain('💎');
});

test('a click brings the window to the front', () => {
  const { notices, presses, brought } = system();
  notices.show({ kind: 'allowed' });
  expect(brought()).toBe(0);
  presses[0]?.();
  expect(brought()).toBe(1);
});

test('turning notifications on shows an example notification', () => {
  const { notices, shown } = system();
  notices.show({ kind: 'allowed' });
  expect(shown).toEqual([
    {
      title: 'Northwind Studio',
      body: "Notifications look like this. You'll get them before a subscription ends and after an installation.",
    },
  ]);
});

test('missing support of the system is detected', () => {
  expect(system('en', false).notices.isSupported()).toBe(false);
  expect(system().notices.isSupported()).toBe(true);
});

test('a notification of an ended task names the program, and tells the user what to do', () => {
  const { notices, shown } = system();
  notices.show({ kind: 'task-ended', task: 'update', isDone: true });
  notices.show({ kind: 'task-ended', task: 'install', isDone: false });
  expect(shown).toEqual([
    { title: 'Northwind Studio is updated', body: 'You can launch it now.' },
    {
      title: "Northwind Studio couldn't be installed",
      body: 'Open the window to see what to do.',
    },
  ]);
});

test('the window flashes only while it is not in front, until it is', () => {
  const { notices, window } = system();
  expect(notices.requestAttention()).toBe(false);
  expect(window.flashes).toEqual([]);
  window.isFront = false;
  expect(notices.requestAttention()).toBe(true);
  expect(window.flashes).toEqual([true]);
  window.onFocus();
  expect(window.flashes).toEqual([true, false]);
});
