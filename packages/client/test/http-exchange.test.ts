// The order of events and the deadlines, which a real network cannot produce on demand.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Exchange, faultOfRedirect, runDownload, runExchange } from '../src/http-exchange.ts';
import { headersWithinMs, maxBodyBytes } from '../src/ports.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const url = 'https://licenses.example/api/1.3/?type=init';

/** Starts an exchange whose network events the test controls. */
function start(signal: AbortSignal = new AbortController().signal) {
  const seen: { exchange: Exchange | null; stops: number } = { exchange: null, stops: 0 };
  const outcome = runExchange({ signal, url }, {}, (exchange) => {
    seen.exchange = exchange;
    return () => (seen.stops += 1);
  });
  if (seen.exchange === null) throw new Error('not begun');
  return { outcome, network: seen.exchange, stops: () => seen.stops };
}

const fault = (name: string) => ({ ok: false, fault: name });

describe('an exchange', () => {
  it('waits 10 s for the headers and no longer', async () => {
    const { outcome, stops } = start();
    await vi.advanceTimersByTimeAsync(headersWithinMs - 1);
    expect(stops()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual(fault('timeout'));
    expect(stops()).toBe(1);
  });

  it('has no timeout for the body: the caller aborts it', async () => {
    const controller = new AbortController();
    const { outcome, network } = start(controller.signal);
    network.head(200, {});
    await vi.advanceTimersByTimeAsync(headersWithinMs * 10);
    network.piece(Buffer.from('{'));
    controller.abort();
    expect(await outcome).toEqual(fault('aborted'));
  });

  it('resolves with the first outcome and ignores later events', async () => {
    const { outcome, network, stops } = start();
    network.fault('dns');
    network.fault('tls');
    network.head(200, {});
    network.end();
    expect(await outcome).toEqual(fault('dns'));
    expect(stops()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not aborted after a complete answer, so that its connection stays open', async () => {
    const controller = new AbortController();
    const { outcome, network, stops } = start(controller.signal);
    network.head(200, { 'X-Many': ['a', 'b'] });
    network.piece(Buffer.from('{}'));
    network.end();
    controller.abort();
    expect(await outcome).toEqual({
      ok: true,
      status: 200,
      headers: { 'x-many': 'a, b' },
      body: new Uint8Array(Buffer.from('{}')),
    });
    expect(stops()).toBe(0);
  });

  it('is stopped once if it fails while it starts', async () => {
    let stops = 0;
    const outcome = await runExchange(
      { signal: new AbortController().signal, url },
      {},
      (exchange) => {
        exchange.fault('refused-connection');
        return () => (stops += 1);
      },
    );
    expect(outcome).toEqual(fault('refused-connection'));
    expect(stops).toBe(1);
  });

  it('limits the body while it arrives', async () => {
    const { outcome, network, stops } = start();
    network.head(200, {});
    network.piece(new Uint8Array(maxBodyBytes));
    expect(stops()).toBe(0);
    network.piece(new Uint8Array(1));
    expect(await outcome).toEqual(fault('too-large'));
    expect(stops()).toBe(1);
  });

  it.each([
    ['shorter than declared as broken off', '3', 'broken-off'],
    ['longer than declared as malformed', '1', 'malformed'],
    ['declared without a number as malformed', 'two', 'malformed'],
  ])('reports a body that is %s', async (_name, length, expected) => {
    const { outcome, network } = start();
    network.head(200, { 'content-length': length });
    network.piece(new Uint8Array(2));
    network.end();
    expect(await outcome).toEqual(fault(expected));
  });

  it('reports a response without headers as broken off', async () => {
    const { outcome, network } = start();
    network.end();
    expect(await outcome).toEqual(fault('broken-off'));
  });

  it('accepts a 3xx without a location as an answer', async () => {
    const { outcome, network } = start();
    network.head(304, {});
    network.end();
    expect(await outcome).toMatchObject({ ok: true, status: 304 });
  });
});

describe('a download', () => {
  it('frees the memory of unshared pieces after the network stack has released them', async () => {
    const own = new Uint8Array(65_536);
    const shared = Buffer.alloc(65_536).subarray(0, 65_535);
    const lent = new Uint8Array(65_536);
    const { signal } = new AbortController();
    const outcome = runDownload(
      { signal, url, head: () => true, piece: () => true },
      {},
      (network) => {
        network.head(200, {});
        network.piece(own);
        network.piece(shared);
        network.piece(lent, 'lent');
        network.end();
        return () => undefined;
      },
    );
    expect(own.length).toBe(65_536);
    expect(await outcome).toEqual({ ok: true });
    await vi.advanceTimersByTimeAsync(0);
    expect([own.length, shared.length, lent.length]).toEqual([0, 65_535, 65_536]);
  });
});

describe('a redirect', () => {
  it.each([
    [url, 'https://licenses.example/elsewhere', 'redirect'],
    [url, '/elsewhere', 'redirect'],
    [url, 'https://LICENSES.example:8443/', 'redirect'],
    [url, 'https://hotel.example/login', 'led-away'],
    [url, 'https://licenses.example.hotel.example/', 'led-away'],
    [url, '//hotel.example/login', 'led-away'],
    [url, 'http://licenses.example/api/1.3/', 'led-away'],
    [url, 'about:blank', 'led-away'],
    [url, 'https://', 'redirect'],
    ['http://127.0.0.1:1337/api', '/login', 'led-away'],
    ['http://127.0.0.1:1337/api', 'https://127.0.0.1:1337/api', 'led-away'],
  ])('from %s to %s is reported as %s', (from, to, expected) => {
    expect(faultOfRedirect(from, to)).toBe(expected);
  });

  it('is detected in the headers', async () => {
    for (const [location, expected] of [
      ['/moved', 'redirect'],
      ['https://hotel.example/', 'led-away'],
    ] as const) {
      const { outcome, network } = start();
      network.head(302, { Location: location });
      expect(await outcome).toEqual(fault(expected));
    }
  });
});
