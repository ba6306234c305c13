// Attack: webhooks at names whose DNS servers never answer, to use up the threads of the resolver.
import dgram from 'node:dgram';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { maxCallsInFlight } from '../../src/outbound/outbound-shares.ts';
import { createOutbound, OutboundProblem } from '../../src/outbound/outbound.ts';
import { resolveName } from '../../src/outbound/name-resolution.ts';
import { Overloaded } from '../../src/overloaded.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { openWire, wireTo } from '../support/service-client.ts';

/** DNS servers that receive queries and never answer. */
async function openSilence() {
  const server = dgram.createSocket('udp4');
  let requestCount = 0;
  let heard = () => {};
  server.on('message', () => {
    requestCount += 1;
    heard();
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const servers = [`127.0.0.1:${server.address().port}`];
  const untilAsked = async (times: number) => {
    while (requestCount < times) await new Promise<void>((resolve) => (heard = resolve));
  };
  return { servers, untilAsked };
}

/** A seller's program that answers, or holds every answer back until `release`. */
async function openTarget(holds = false) {
  const held: (() => void)[] = [];
  let calls = 0;
  let called = () => {};
  const server = http.createServer((_request, response) => {
    calls += 1;
    called();
    if (holds) held.push(() => void response.end('late'));
    else response.end('well');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  const untilCalled = async (times: number) => {
    while (calls < times) await new Promise<void>((resolve) => (called = resolve));
  };
  return { host, untilCalled, calls: () => calls, release: () => held.shift()?.() };
}

const limits = { maxBytes: 1000, timeoutMs: 10_000 };

test('unanswered DNS queries of one application delay no webhook of another, and can be aborted', async () => {
  const { servers, untilAsked } = await openSilence();
  const target = await openTarget();
  const end = new AbortController();
  const { service, send, init } = await openWire({
    outbound: {
      allowPrivateAddresses: [target.host],
      resolve: (name, signal) =>
        resolveName(name, AbortSignal.any([signal, end.signal]), { servers, hostsFile: '' }),
    },
  });
  const slow = wireTo({ ...service, app: await addOtherApplication(service, { id: 'another' }) });
  const add = async (ask: ReturnType<typeof sellerOf>, baseurl: string) =>
    String((await ask('addwebhook', { baseurl, authed: '0' })).body['webid']);
  const asSlow = sellerOf(slow.service);
  const silent = await slow.init();
  let ended = 0;
  const six = Array.from({ length: 6 }, async (_, index) => {
    const webid = await add(asSlow, `https://silent-${index}.example/`);
    const { body } = await slow.send({ type: 'webhook', sessionid: silent, webid });
    ended += 1;
    return body['reason'];
  });
  await untilAsked(12);
  const webid = await add(sellerOf(service), `http://${target.host}/`);
  const { body } = await send({ type: 'webhook', sessionid: await init(), webid });
  expect(body).toMatchObject({ success: true, response: 'well' });
  // Control: all six were still waiting.
  expect(ended).toBe(0);
  end.abort();
  expect(await Promise.all(six)).toEqual(Array(6).fill('webhook-failed'));
});

test('an unanswered DNS query is aborted with its request', async () => {
  const { servers, untilAsked } = await openSilence();
  const asked = new AbortController();
  const question = resolveName('silent.example', asked.signal, { servers, hostsFile: '' });
  await untilAsked(2);
  asked.abort(new Error('enough'));
  await expect(question).rejects.toThrow('enough');
});

test('an application gets eight parallel calls, and its queued calls do not delay others', async () => {
  const target = await openTarget(true);
  const other = await openTarget();
  const outbound = createOutbound({ allowPrivateAddresses: [target.host, other.host] });
  const call = (applicationId: string, host: string) =>
    outbound
      .fetch(`http://${host}/`, { ...limits, applicationId })
      .then(({ body }) => body.toString());
  const nine = Array.from({ length: maxCallsInFlight + 1 }, () => call('a', target.host));
  await target.untilCalled(maxCallsInFlight);
  expect(await call('b', other.host)).toBe('well');
  expect(target.calls()).toBe(maxCallsInFlight);
  target.release();
  await target.untilCalled(maxCallsInFlight + 1);
  for (let left = maxCallsInFlight; left > 0; left -= 1) target.release();
  expect(await Promise.all(nine)).toEqual(Array(maxCallsInFlight + 1).fill('late'));
});

test('every outcome of a call frees its slot; a full queue and a long wait refuse calls', async () => {
  const target = await openTarget(true);
  const outbound = createOutbound({ allowPrivateAddresses: [target.host] });
  const own = { ...limits, applicationId: 'a' };
  const call = (more = {}) =>
    outbound.fetch(`http://${target.host}/`, { ...own, ...more }).then(
      () => 'well',
      (error: unknown) =>
        error instanceof Overloaded || error instanceof OutboundProblem ? error.message : error,
    );
  // Each outcome occurs as often as there are slots, so that a slot that is not freed is noticed.
  for (let time = 0; time < maxCallsInFlight; time += 1) {
    expect(await outbound.fetch('https://127.0.0.1/', own).catch(String)).toContain('url-refused');
    expect(await call({ signal: AbortSignal.abort() })).toBe('stopped');
  }
  const stop = new AbortController();
  const eight = Array.from({ length: maxCallsInFlight }, () => call({ signal: stop.signal }));
  await target.untilCalled(maxCallsInFlight);
  expect(await call({ timeoutMs: 30 })).toBe('The service is overloaded');
  const waiting = Array.from({ length: 32 }, () => call());
  expect(await call()).toBe('The service is overloaded');
  stop.abort();
  expect(new Set(await Promise.all(eight))).toEqual(new Set(['stopped']));
  const state = { answered: false };
  void Promise.all(waiting).then(() => (state.answered = true));
  while (!state.answered) {
    target.release();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['well']));
});
