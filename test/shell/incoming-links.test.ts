// Incoming links: from the first start, from a later start, and as a URL event on macOS. Each link
// is passed on once.
import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, it } from 'vitest';
import { createFakeLog } from '../support/fake-log.ts';
import { registerScheme } from '../../src/main/shell/scheme-client.ts';
import { watchIncomingLinks } from '../../src/main/shell/incoming-links.ts';
import type { DeepLink } from '../../src/shared/session.ts';

const link = 'northwind://redeem?key=K';
const read = { kind: 'redeem', key: 'K' } as const;

function fakeApp() {
  const events = new EventEmitter();
  // Only the events of Electron's app are used.
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
  const taken: DeepLink[] = [];
  return { ...fake, taken, listen: () => ways.listen((one) => taken.push(one)) };
}

it('a link of the first start is passed on once, after listen', () => {
  const { taken, listen } = watch(['--lang=de', link]);
  expect(taken).toEqual([]);
  listen();
  expect(taken).toEqual([read]);
});

it('links of later starts are passed on once each, even if equal', () => {
  const { taken, listen, secondStart } = watch([]);
  listen();
  secondStart('--', link);
  expect(taken).toEqual([read]);
  secondStart(link);
  expect(taken).toEqual([read, read]);
});

it('links of later starts during the first start are queued in order', () => {
  const { taken, listen, secondStart } = watch([link]);
  secondStart('northwind://register?key=L');
  listen();
  expect(taken).toEqual([read, { kind: 'register', key: 'L' }]);
});

it('URLs from macOS that arrive before or after listen are passed on', () => {
  const { taken, listen, openUrl, prevented } = watch([]);
  openUrl(link);
  listen();
  openUrl('northwind://register?key=L');
  expect(taken).toEqual([read, { kind: 'register', key: 'L' }]);
  expect(prevented()).toBe(2);
});

it('a start without a link passes on nothing', () => {
  const fake = fakeApp();
  const taken: DeepLink[] = [];
  watchIncomingLinks(fake.app, { scheme: 'northwind', argv: [link] }).listen((one) =>
    taken.push(one),
  );
  fake.secondStart('--lang=de');
  fake.openUrl('https://northwind.example/');
  expect(taken).toEqual([]);
});

it('an unreadable link is passed on, so that the user sees a message', () => {
  const { taken, listen, secondStart } = watch(['northwind://launch']);
  listen();
  secondStart('northwind://redeem?key=a%20b');
  expect(taken).toEqual([{ kind: 'unreadable' }, { kind: 'unreadable' }]);
});

it('no link is read without a scheme', () => {
  const fake = fakeApp();
  watchIncomingLinks(fake.app, { scheme: undefined, argv: ['/opt/loader', link] }).listen(() => {
    throw new Error('nothing was to come');
  });
  expect(fake.listeners()).toEqual([]);
});

/** `isAllowed`: whether a registration has an effect. */
function registrations(isRegistered: boolean, isAllowed = true) {
  const made: unknown[] = [];
  let is = isRegistered;
  const app = {
    isDefaultProtocolClient: () => is,
    setAsDefaultProtocolClient: (...given: unknown[]) => {
      made.push(given);
      is = isAllowed;
      return true;
    },
  };
  return { app, made, log: createFakeLog() };
}

it('Windows registers this program with `--` before the link', () => {
  const { app, made, log } = registrations(false);
  const execPath = 'C:\\Loader\\loader.exe';
  registerScheme(app, { platform: 'win32', execPath }, 'northwind', log);
  expect(made).toEqual([['northwind', execPath, ['--']]]);
  expect(log.entries).toEqual([]);
  // Electron answers that it worked, and the registration is read back.
  const refused = registrations(false, false);
  const links = registerScheme(
    refused.app,
    { platform: 'win32', execPath },
    'northwind',
    refused.log,
  );
  expect(refused.log.text()).toContain('link-handler-failed');
  expect([links?.isOurs(), links?.claim()]).toEqual([false, false]);
});

it('macOS keeps another program for the links until the user chooses this one', () => {
  const { app, made, log } = registrations(false);
  const links = registerScheme(app, { platform: 'darwin', execPath: 'x' }, 'northwind', log);
  expect([links?.isOurs(), made]).toEqual([false, []]);
  expect([links?.claim(), links?.isOurs()]).toEqual([true, true]);
});

it('no scheme is registered outside Windows, if none is configured, or if it is already registered', () => {
  const there = registrations(true);
  registerScheme(there.app, { platform: 'win32', execPath: 'x' }, 'northwind', there.log);
  const { app, made, log } = registrations(false);
  for (const platform of ['linux', 'darwin'] as const)
    registerScheme(app, { platform, execPath: 'x' }, 'northwind', log);
  registerScheme(app, { platform: 'win32', execPath: 'x' }, undefined, log);
  expect([...there.made, ...made]).toEqual([]);
});
