// A link comes in on four ways, and each time once: with the start, with a second start, into an open window, and as an address
// that macOS hands over.
import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, it } from 'vitest';
import { claimScheme } from '../../src/main/shell/scheme-client.ts';
import { watchIncomingLinks } from '../../src/main/shell/incoming-links.ts';
import type { Link } from '../../src/shared/session.ts';

const link = 'northwind://redeem?key=K';
const read = { kind: 'redeem', key: 'K' } as const;

function fakeApp() {
  const events = new EventEmitter();
  // What of Electron's app is used here are its events.
  const app = events as unknown as App;
  let prevented = 0;
  return {
    app,
    secondStart: (...argv: string[]) =>
      events.emit('second-instance', {}, ['/opt/loader', ...argv], '/'),
    openUrl: (address: string) =>
      events.emit('open-url', { preventDefault: () => (prevented += 1) }, address),
    prevented: () => prevented,
    listeners: () => events.eventNames(),
  };
}

function watch(argv: readonly string[], scheme: string | undefined = 'northwind') {
  const fake = fakeApp();
  const ways = watchIncomingLinks(fake.app, { scheme, argv: ['/opt/loader', ...argv] });
  const taken: Link[] = [];
  return { ...fake, taken, listen: () => ways.listen((one) => taken.push(one)) };
}

it('with the start: once, when somebody listens', () => {
  const { taken, listen } = watch(['--lang=de', link]);
  expect(taken).toEqual([]);
  listen();
  expect(taken).toEqual([read]);
});

it('with a second start: once each, also of the same link', () => {
  const { taken, listen, secondStart } = watch([]);
  listen();
  secondStart('--', link);
  expect(taken).toEqual([read]);
  secondStart(link);
  expect(taken).toEqual([read, read]);
});

it('with a second start while the first is not ready yet: kept, in order', () => {
  const { taken, listen, secondStart } = watch([link]);
  secondStart('northwind://register?key=L');
  listen();
  expect(taken).toEqual([read, { kind: 'register', key: 'L' }]);
});

it('as an address of macOS, before and after somebody listens', () => {
  const { taken, listen, openUrl, prevented } = watch([]);
  openUrl(link);
  listen();
  openUrl('northwind://register?key=L');
  expect(taken).toEqual([read, { kind: 'register', key: 'L' }]);
  expect(prevented()).toBe(2);
});

it('a start without a link asks for nothing, and neither does the program itself', () => {
  const fake = fakeApp();
  const taken: Link[] = [];
  watchIncomingLinks(fake.app, { scheme: 'northwind', argv: [link] }).listen((one) =>
    taken.push(one),
  );
  fake.secondStart('--lang=de');
  fake.openUrl('https://northwind.example/');
  expect(taken).toEqual([]);
});

it('one that cannot be read is told, so that its user hears of it', () => {
  const { taken, listen, secondStart } = watch(['northwind://launch']);
  listen();
  secondStart('northwind://redeem?key=a%20b');
  expect(taken).toEqual([{ kind: 'unreadable' }, { kind: 'unreadable' }]);
});

it('without a scheme nothing is read, and nothing listens', () => {
  const fake = fakeApp();
  watchIncomingLinks(fake.app, { scheme: undefined, argv: ['/opt/loader', link] }).listen(() => {
    throw new Error('nothing was to come');
  });
  expect(fake.listeners()).toEqual([]);
});

function registrations(is: boolean) {
  const made: unknown[] = [];
  const app = {
    isDefaultProtocolClient: () => is,
    setAsDefaultProtocolClient: (...given: unknown[]) => {
      made.push(given);
      return true;
    },
  };
  return { app, made };
}

it('Windows opens the links with this program, and takes nothing behind `--` for a switch', () => {
  const { app, made } = registrations(false);
  const execPath = 'C:\\Loader\\loader.exe';
  claimScheme(app, { platform: 'win32', execPath }, 'northwind');
  expect(made).toEqual([['northwind', execPath, ['--']]]);
});

it('is not registered again, nor where the system has other ways, nor without a scheme', () => {
  const there = registrations(true);
  claimScheme(there.app, { platform: 'win32', execPath: 'x' }, 'northwind');
  const { app, made } = registrations(false);
  for (const platform of ['linux', 'darwin'] as const)
    claimScheme(app, { platform, execPath: 'x' }, 'northwind');
  claimScheme(app, { platform: 'win32', execPath: 'x' }, undefined);
  expect([...there.made, ...made]).toEqual([]);
});
