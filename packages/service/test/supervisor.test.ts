// The supervisor of several processes, with fake processes and timers.
import { expect, test } from 'vitest';
import type { Started } from '../src/host/announcement.ts';
import { emptyListing } from '../src/host/demo-listing.ts';
import { Supervisor, type Child } from '../src/host/processes/supervisor.ts';

const listening: Started = {
  url: 'http://127.0.0.1:1',
  publicKey: '',
  publicKeys: [],
  metricsUrl: null,
  deskUrl: null,
  pageUrl: null,
  notices: [],
  listing: emptyListing,
};

interface FakeChild extends Child {
  readonly name: string;
  readonly listen: () => void;
  readonly end: () => void;
}

/** Orders and starts are written to `events`, such as `1.2 hand-over` for the second process 1. */
function open(count: number) {
  const events: string[] = [];
  const children = new Map<string, FakeChild>();
  const timers: { delayMs: number; run: () => void }[] = [];
  const starts = new Map<number, number>();
  let nowMs = 0;
  const start = (number: number, { mayMigrate }: { readonly mayMigrate: boolean }): FakeChild => {
    starts.set(number, (starts.get(number) ?? 0) + 1);
    const name = `${number}.${starts.get(number) ?? 0}`;
    events.push(`${name} start${mayMigrate ? ' and migrate' : ''}`);
    const started = Promise.withResolvers<Started | null>();
    const ended = Promise.withResolvers<unknown>();
    const child = {
      name,
      started: started.promise,
      ended: ended.promise,
      listen: () => started.resolve(listening),
      end: () => {
        started.resolve(null);
        ended.resolve(null);
      },
      order: (order: string) => void events.push(`${name} ${order}`),
    };
    children.set(name, child);
    return child;
  };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const after = (delayMs: number, run: () => void) => {
    const timer = { delayMs, run };
    timers.push(timer);
    return () => {
      const index = timers.indexOf(timer);
      if (index !== -1) timers.splice(index, 1);
    };
  };
  const supervisor = new Supervisor<FakeChild>({
    count,
    start,
    after,
    elapsedMs: () => nowMs,
    log,
  });
  return {
    supervisor,
    child: (name: string) => {
      const child = children.get(name);
      if (child === undefined) throw new Error(`${name} was not started`);
      return child;
    },
    /** Returns the events since the last call. */
    news: () => events.splice(0),
    /** Runs the next timer, and returns its delay. */
    fire: () => {
      const timer = timers.shift();
      if (timer === undefined) throw new Error('No timer runs');
      nowMs += timer.delayMs;
      timer.run();
      return timer.delayMs;
    },
    timers,
    pass: (ms: number) => (nowMs += ms),
    names: () => supervisor.current.map(({ name }) => name),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function openRunning(count: number) {
  const opened = open(count);
  const started = opened.supervisor.start();
  for (let number = 1; number <= count; number += 1) {
    await settled();
    opened.child(`${number}.1`).listen();
  }
  expect(await started).toBe(listening);
  opened.news();
  return opened;
}

test('starts process 1, which may migrate, and the others once it listens', async () => {
  const { supervisor, child, news } = open(3);
  const started = supervisor.start();
  await settled();
  expect(news()).toEqual(['1.1 start and migrate']);
  child('1.1').listen();
  await settled();
  expect(news()).toEqual(['2.1 start', '3.1 start']);
  child('2.1').listen();
  child('3.1').listen();
  expect(await started).toBe(listening);
});

test('stops all processes if one of them cannot start', async () => {
  const { supervisor, child, news, timers } = open(2);
  const started = supervisor.start();
  child('1.1').listen();
  await settled();
  news();
  child('2.1').end();
  await settled();
  expect(news()).toEqual(['1.1 stop']);
  child('1.1').end();
  expect(await started).toBeNull();
  expect(timers).toEqual([]);
});

test('starts a process again that ended, and leaves the others alone', async () => {
  const { supervisor, child, news, fire, names } = await openRunning(2);
  child('2.1').end();
  await settled();
  expect(names()).toEqual(['1.1']);
  fire();
  expect(news()).toEqual(['2.2 start']);
  expect(names()).toEqual(['1.1', '2.2']);
  expect(supervisor.restarts).toBe(1);
});

test('waits longer after each early end, at most 30 s, and not after a steady run', async () => {
  const { child, fire, pass } = await openRunning(1);
  const delays: number[] = [];
  for (let run = 1; run <= 7; run += 1) {
    child(`1.${run}`).end();
    await settled();
    delays.push(fire());
  }
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  pass(60_000);
  child('1.8').end();
  await settled();
  expect(fire()).toBe(0);
  child('1.9').end();
  await settled();
  expect(fire()).toBe(1000);
});

test('restarts one process after the other, each once its replacement listens', async () => {
  const { supervisor, child, news, names } = await openRunning(2);
  const restarted = supervisor.restart();
  expect(news()).toEqual(['1.2 start']);
  expect(names()).toEqual(['1.1', '2.1']);
  child('1.2').listen();
  await settled();
  expect(news()).toEqual(['1.1 hand-over']);
  expect(names()).toEqual(['1.2', '2.1']);
  child('1.1').end();
  await settled();
  expect(news()).toEqual(['2.2 start']);
  child('2.2').listen();
  await settled();
  child('2.1').end();
  await restarted;
  expect(names()).toEqual(['1.2', '2.2']);
  expect(supervisor.restarts).toBe(0);
});

test('keeps the old processes if a new one does not start', async () => {
  const { supervisor, child, news, names, timers } = await openRunning(2);
  const restarted = supervisor.restart();
  child('1.2').end();
  await restarted;
  expect(news()).toEqual(['1.2 start']);
  expect(names()).toEqual(['1.1', '2.1']);
  expect(timers).toEqual([]);
  const again = supervisor.restart();
  child('1.3').listen();
  await settled();
  child('1.1').end();
  await settled();
  child('2.2').listen();
  await settled();
  child('2.1').end();
  await again;
  expect(names()).toEqual(['1.3', '2.2']);
});

test('does not start a second replacement for a process that ends during a restart', async () => {
  const { supervisor, child, news, names, timers, fire } = await openRunning(1);
  const restarted = supervisor.restart();
  child('1.1').end();
  await settled();
  expect(timers).toEqual([]);
  child('1.2').listen();
  await restarted;
  expect(names()).toEqual(['1.2']);
  news();
  const failing = supervisor.restart();
  child('1.2').end();
  child('1.3').end();
  await failing;
  expect(fire()).toBe(1000);
  expect(news()).toEqual(['1.3 start', '1.4 start']);
});

test('stops every process, also those that hand over or wait for their start', async () => {
  const { supervisor, child, news, timers } = await openRunning(3);
  child('3.1').end();
  await settled();
  const restarted = supervisor.restart();
  child('1.2').listen();
  await settled();
  news();
  const stopped = supervisor.stop();
  expect(news()).toEqual(['1.1 stop', '2.1 stop', '1.2 stop']);
  expect(timers).toEqual([]);
  for (const name of ['1.1', '2.1', '1.2']) child(name).end();
  await Promise.all([stopped, restarted]);
  expect(news()).toEqual([]);
  expect(supervisor.restarts).toBe(1);
});
