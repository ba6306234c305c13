// When the connection check runs, what it shows, and what it leaves alone.
import { describe, expect, test } from 'vitest';
import type { CheckState } from '../../src/shared/connection-check.ts';
import { checks } from '../../src/main/core/connection-check/checks.ts';
import { goodCertificate } from '../support/fake-check-host.ts';
import { settled } from '../support/fake-clock.ts';
import { refusal } from '../support/fake-http.ts';
import { createFakeDeviceRecords } from '../support/fake-device-records.ts';
import { form } from './harness.ts';
import { check, createStage, dayMs, portalProbe, silent } from './connection-check-parts.ts';

describe('a check', () => {
  test('finds nothing on a working computer, and sends two requests', async () => {
    const stage = createStage();
    const { cause, states, lines } = await check(stage);
    expect(cause).toBeNull();
    const notOk = Object.entries(states).filter(([, state]) => state !== 'ok');
    expect(notOk).toEqual([]);
    expect(lines.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    expect(stage.http.types()).toEqual(['init', 'checkblacklist']);
    expect(stage.host.opened).toEqual(['licenses.example']);
  });

  test('ends after ten seconds if nothing answers, with unknown results', async () => {
    const stage = createStage();
    stage.http.on('init', 'never');
    Object.assign(stage.host.probes, { addresses: silent, proxyKind: silent, connect: silent });
    Object.assign(stage.host, { readFolders: silent });
    const { cause, states, ms } = await check(stage);
    expect(cause?.code).toBe('timeout');
    expect(states['space']).toBe('unknown' satisfies CheckState);
    expect(ms).toBeLessThanOrEqual(10_000);
  });

  test('does not blame a probe while the service answers the loader', async () => {
    const stage = createStage({ service: { portalProbe } });
    stage.host.online = false;
    stage.http.on('', { status: 200, text: '<html>' });
    Object.assign(stage.host.probes, {
      addresses: () => Promise.resolve(['127.0.0.1']),
      connect: () => Promise.resolve('away'),
      certificate: () => ({ ...goodCertificate, isKnownRoot: false }),
    });
    expect((await check(stage)).cause).toBeNull();
  });

  test.each(['SOCKS5', 'PROXY', 'unknown'])('does not go around a proxy: %s', async (kind) => {
    const stage = createStage();
    const around: string[] = [];
    Object.assign(stage.host.probes, {
      proxyKind: () => (kind === 'unknown' ? silent() : Promise.resolve(kind)),
      addresses: (name: string) => Promise.resolve([around.push(name)]),
      connect: (name: string) => Promise.resolve(around.push(name)),
    });
    await check(stage);
    expect(around).toEqual([]);
  });

  test('changes neither session, trust nor clock of the loader', async () => {
    const clock = 90 * dayMs;
    const stage = createStage({ checkOffsetMs: clock });
    await stage.harness.loader.start();
    const { connectionCheck: _check, revision: _revision, ...before } = stage.harness.session();
    await check(stage);
    const { connectionCheck, revision, ...after } = stage.harness.session();
    expect(after).toEqual(before);
    expect(connectionCheck?.cause).toMatchObject({ code: 'clock-skew' });
    expect(revision).toBeGreaterThan(0);
    expect(stage.harness.http.types()).toEqual(['init']);
  });

  test('is shared by two calls', async () => {
    const stage = createStage();
    const first = stage.harness.handlers.checkConnection({});
    await stage.harness.handlers.checkConnection({});
    await first;
    expect(stage.host.opened).toHaveLength(1);
  });

  test('waits for five seconds after the start of the one before', async () => {
    const stage = createStage();
    for (let calls = 0; calls < 20; calls += 1) {
      void stage.harness.handlers.checkConnection({});
      await stage.harness.clock.advance(50);
    }
    expect(stage.host.opened).toHaveLength(1);
    await stage.harness.clock.advance(4000);
    expect(stage.host.opened).toHaveLength(2);
  });

  test('does not start in a loader that has stopped', async () => {
    const stage = createStage();
    stage.harness.loader.stop();
    expect(await stage.harness.handlers.checkConnection({})).toEqual({ ok: true, value: null });
    expect(stage.host.opened).toEqual([]);
    expect(stage.harness.clock.pending()).toBe(0);
  });

  test('reports a service that asks to wait, and sends nothing', async () => {
    const stage = createStage();
    stage.harness.http.on('init', { status: 503, text: '', headers: { 'retry-after': '20' } });
    await stage.harness.loader.start();
    Object.assign(stage.host.probes, { connect: () => Promise.reject(new Error('connects')) });
    const { cause, states } = await check(stage);
    expect(cause).toMatchObject({ code: 'server-down' });
    expect(states['answer']).toBe('problem');
    expect(stage.http.types()).toEqual([]);
  });

  test('sends a device id only if a sign-in has read it', async () => {
    const stage = createStage();
    const { loader, clock, handlers } = stage.harness;
    const hwidOf = (at: number) => stage.http.sent[at]?.params['hwid'];
    await loader.start();
    // Also reads the hardware ahead.
    await clock.advance(6000);
    await check(stage);
    expect(hwidOf(1)).toBeUndefined();
    await handlers.signIn(form);
    await clock.advance(6000);
    await check(stage);
    expect(hwidOf(3)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('asks no key store, also on a computer with a changed part', async () => {
    const loads: unknown[] = [];
    const load = (mark: string | null) => Promise.resolve((loads.push(mark), null));
    const deviceRecords = { ...createFakeDeviceRecords(), load };
    const stage = createStage({ deviceRecords });
    stage.harness.hardware.install = '5'.repeat(64);
    await stage.harness.loader.start();
    await stage.harness.clock.advance(6000);
    const { states } = await check(stage);
    expect(states['device-id']).toBe('ok');
    expect(loads).toEqual([]);
  });

  test('reports hardware that cannot be read', async () => {
    const stage = createStage();
    stage.harness.hardware.works = false;
    expect((await check(stage)).states['device-id']).toBe('problem');
  });

  test('ends with unknown results if a defect breaks it off', async () => {
    const stage = createStage();
    Object.assign(stage.host, {
      open: () => {
        throw new Error('no partition');
      },
    });
    const { cause, states } = await check(stage);
    expect(cause).toEqual({ code: 'internal' });
    expect(new Set(Object.values(states))).toEqual(new Set(['unknown']));
  });

  test('shows results as they arrive, and the cause at the end', async () => {
    const stage = createStage();
    const release = stage.http.hold('init');
    const done = stage.harness.handlers.checkConnection({});
    await settled();
    const early = stage.harness.session().connectionCheck;
    const stateOf = (id: string) => early?.lines.find((line) => line.id === id)?.state;
    expect([early?.isFinished, stateOf('space'), stateOf('tls')]).toEqual([false, 'ok', 'waiting']);
    release(refusal('app-paused'));
    await done;
    expect(stage.harness.session().connectionCheck?.cause).toEqual({ code: 'app-paused' });
  });

  test('logs the cause and no address', async () => {
    const stage = createStage();
    stage.http.on('init', { fault: 'dns' });
    await check(stage);
    const lines = stage.harness.log.text();
    expect(lines).toContain('"cause":"dns"');
    expect(lines).not.toContain('licenses.example');
  });

  test('ends with the loader', async () => {
    const stage = createStage();
    stage.http.on('init', 'never');
    const done = stage.harness.handlers.checkConnection({});
    await settled();
    stage.harness.loader.stop();
    await done;
    expect(stage.harness.clock.pending()).toBe(0);
  });
});
