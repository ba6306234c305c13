// The start without a saved sign-in: the first screen, timeouts and Cancel.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { anna, createHarness } from './harness.ts';
import { refusal } from '../support/fake-http.ts';

describe('without a saved sign-in', () => {
  test('the start connects, then shows the form', async () => {
    const { loader, http, view, at, walk } = createHarness();
    await loader.start();
    expect(at('signed-out')).toEqual({ kind: 'signed-out', username: '', failure: null });
    expect(http.types()).toEqual(['init']);
    expect(http.sent[0]?.params).toMatchObject({
      ver: '1.0',
      name: 'Northwind Studio',
      ownerid: 'nwDemo2026',
    });
    expect(view.published.map(({ step }) => step)).toContain('connecting');
    expect(view.published.at(-1)?.step).toBeNull();
    expect(walk()).toEqual(['starting', 'signed-out']);
  });

  test('each snapshot increments the revision by one', async () => {
    const { loader, view } = createHarness();
    await loader.start();
    expect(view.published.map(({ revision }) => revision)).toEqual(
      view.published.map((_, index) => index + 1),
    );
  });

  test.each([
    ['app-paused', {}, { kind: 'app-paused' }],
    ['app-disabled', {}, { kind: 'app-disabled' }],
    [
      'update-required',
      { version: '2.0', download: 'https://get.example/app' },
      { kind: 'update-required', requiredVersion: '2.0', download: 'https://get.example/app' },
    ],
    [
      'update-required',
      { version: '2.0', download: 'http://get.example/app' },
      { kind: 'update-required', download: null },
    ],
    [
      'update-required',
      { download: 'https://user:word@get.example/' },
      { kind: 'update-required', requiredVersion: null, download: null },
    ],
    [
      'update-required',
      { download: 'javascript:alert(1)' },
      { kind: 'update-required', download: null },
    ],
    ['app-unknown', {}, { kind: 'unreachable', failure: { code: 'app-unknown' } }],
    [
      'rate-limited',
      { retryAfter: 90 },
      { kind: 'unreachable', failure: { code: 'rate-limited' } },
    ],
    ['overloaded', { retryAfter: 3 }, { kind: 'unreachable', failure: { code: 'overloaded' } }],
    ['internal', {}, { kind: 'unreachable', failure: { code: 'server-down' } }],
    [
      'something-new',
      {},
      { kind: 'unreachable', failure: { code: 'refused', sellerText: 'text' } },
    ],
  ])('a refused init leads to the screen %s for %o', async (reason, more, expected) => {
    const { loader, http, phase } = createHarness();
    http.on('init', refusal(reason, more));
    await loader.start();
    expect(phase()).toMatchObject(expected);
  });

  test('the start times out after 15 s', async () => {
    const { loader, http, clock, phase } = createHarness();
    http.on('init', 'never');
    const start = loader.start();
    await clock.advance(14_999);
    expect(phase().kind).toBe('starting');
    await clock.advance(1);
    await start;
    expect(phase()).toMatchObject({ kind: 'unreachable', failure: { code: 'timeout' } });
  });

  test('a cancelled start shows the form, and the next sign-in connects', async () => {
    const { loader, http, handlers, at } = createHarness();
    const release = http.hold('init');
    const start = loader.start();
    await settled();
    await handlers.cancel({});
    await start;
    at('signed-out');
    expect(http.sent[0]?.signal.aborted).toBe(true);
    release({ success: true, sessionid: 'late' });
    await settled();
    await handlers.signIn({ ...anna, remember: false });
    at('ready');
    expect(http.types()).toEqual(['init', 'init', 'login']);
    expect(http.sent.at(-1)?.params['sessionid']).not.toBe('late');
  });

  test('the loader does nothing after stop', async () => {
    const { loader, http, view, clock } = createHarness();
    const release = http.hold('init');
    const start = loader.start();
    await settled();
    const before = view.published.length;
    loader.stop();
    release({ success: true, sessionid: 'late' });
    await start;
    await clock.advance(3_600_000);
    expect(view.published.length).toBe(before);
    expect(http.types()).toEqual(['init']);
  });
});
