// When a connection check runs automatically, what it sends, and how long its result stays.
import { describe, expect, test } from 'vitest';
import { createFakeCheckHost, type FakeCheckHost } from '../support/fake-check-host.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeHttp, type FakeHttp, type Scripted } from '../support/fake-http.ts';
import { createStage, type Stage } from './connection-check-parts.ts';
import { atReady } from './harness.ts';
import { startOnline } from './offline-parts.ts';

const works = { success: true, message: 'ok', sessionid: 'one' } as const;
/** The longest delay before an automatic check. */
const spreadMs = 10_000;

async function startIn(stage: Stage, scripted: Scripted): Promise<void> {
  stage.harness.http.on('init', scripted);
  await stage.harness.loader.start();
  await stage.harness.clock.advance(spreadMs);
}
async function retryWith({ harness }: Stage, scripted: Scripted): Promise<void> {
  harness.http.on('init', scripted);
  await harness.nextRetry();
  await harness.clock.advance(spreadMs);
}
const codeOf = ({ harness }: Stage) => harness.session().connectionCheck?.cause?.code;

describe('an automatic check', () => {
  test('runs once in an outage, and sends `init` only', async () => {
    const stage = createStage();
    let reads = 0;
    Object.assign(stage.host, { readFolders: () => Promise.resolve((reads += 1)) });
    await startIn(stage, { fault: 'refused-connection' });
    expect(stage.host.opened).toHaveLength(1);
    expect([stage.http.types(), reads]).toEqual([['init'], 0]);
    await retryWith(stage, { fault: 'refused-connection' });
    expect(stage.host.opened).toHaveLength(1);
  });

  test('starts within ten seconds, but not for all loaders at the same moment', async () => {
    const stage = createStage();
    stage.harness.http.on('init', { fault: 'refused-connection' });
    await stage.harness.loader.start();
    await settled();
    expect(stage.host.opened).toEqual([]);
    await stage.harness.clock.advance(spreadMs);
    expect(stage.host.opened).toHaveLength(1);
  });

  test('runs again for another failure, and not for a connection that comes and goes', async () => {
    const stage = createStage();
    await startIn(stage, { fault: 'dns' });
    await retryWith(stage, { fault: 'timeout' });
    expect(stage.host.opened).toHaveLength(2);
    await retryWith(stage, { fault: 'dns' });
    expect(stage.host.opened).toHaveLength(2);
    for (let minutes = 0; minutes < 12; minutes += 1) await stage.harness.clock.advance(60_000);
    await retryWith(stage, { fault: 'timeout' });
    expect(stage.host.opened).toHaveLength(3);
  });

  test('removes its result when the outage changes and when it ends', async () => {
    const stage = createStage();
    stage.http.on('init', { fault: 'dns' });
    await startIn(stage, { fault: 'timeout' });
    expect(codeOf(stage)).toBe('dns');
    await retryWith(stage, { status: 503, text: '' });
    expect(stage.harness.session().connectionCheck).toBeNull();
    await retryWith(stage, { fault: 'dns' });
    expect(codeOf(stage)).toBe('dns');
    await retryWith(stage, works);
    expect(stage.harness.phase().kind).toBe('signed-out');
    expect(stage.harness.session().connectionCheck).toBeNull();
  });

  test('gives way to a requested one', async () => {
    const stage = createStage();
    const release = stage.http.hold('init');
    await startIn(stage, { fault: 'dns' });
    const done = stage.harness.handlers.checkConnection({});
    await done;
    release({ fault: 'dns' });
    await settled();
    expect(codeOf(stage)).toBeUndefined();
    expect(stage.http.types()).toEqual(['init', 'init', 'checkblacklist']);
    await stage.harness.clock.advance(spreadMs);
    expect(stage.host.opened).toHaveLength(2);
  });

  test('does not run while the service asks to wait', async () => {
    const stage = createStage();
    await startIn(stage, { status: 503, text: '' });
    expect(stage.harness.phase().kind).toBe('unreachable');
    expect(stage.host.opened).toEqual([]);
  });

  test('does not run on a working connection', async () => {
    const host = createFakeCheckHost(createFakeHttp(() => 0));
    const harness = await atReady({ checkHost: host });
    await harness.clock.advance(spreadMs);
    expect(host.opened).toEqual([]);
  });
});

describe('a user who works offline', () => {
  const restartIn = async (scripted: Scripted): Promise<FakeCheckHost> => {
    const http: FakeHttp = createFakeHttp(() => 0);
    const checkHost = createFakeCheckHost(http);
    const before = await startOnline();
    const harness = await before.restart({ checkHost });
    harness.cut(scripted);
    await harness.loader.start();
    expect(harness.at('ready').offline).toBeDefined();
    await harness.clock.advance(spreadMs);
    return checkHost;
  };

  test('gets one check', async () => {
    expect((await restartIn({ fault: 'offline' })).opened).toHaveLength(1);
  });

  test('gets no check while the service asks to wait', async () => {
    expect((await restartIn({ status: 503, text: '' })).opened).toEqual([]);
  });
});
