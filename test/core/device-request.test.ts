// "Ask to move it here": what the request contains, its limit of one per hour and its receipt. Also
// services that refuse, lie or answer late.
import { describe, expect, test } from 'vitest';
import { requestIntervalMs } from '../../src/main/core/flows/device-request.ts';
import { type FakeHttp, refusal } from '../support/fake-http.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { settled } from '../support/fake-clock.ts';
import { atForm, atReady, form, type HarnessOptions } from './harness.ts';

const asks: HarnessOptions = { config: { deviceRequest: { webid: 'hook-1' } } };
const heard = { success: true, response: 'ok' };

async function atWrongDevice(options: HarnessOptions = asks) {
  const harness = await atForm(options);
  harness.http.on('login', refusal('wrong-device'));
  harness.http.on('webhook', heard);
  await harness.handlers.signIn(form);
  const { shortDeviceId } = harness.at('wrong-device');
  const sent = () => harness.http.sent.filter(({ params }) => params['type'] === 'webhook');
  return { ...harness, shortDeviceId, sent };
}

describe('a request to move an account here', () => {
  test('sends only the user name and eight characters of the device id', async () => {
    const { handlers, sent, shortDeviceId, clock } = await atWrongDevice();
    expect(await handlers.requestDevice({})).toEqual({
      ok: true,
      value: {
        username: 'anna',
        shortDeviceId,
        sentAt: clock.now(),
        againAt: clock.now() + 3_600_000,
        earlier: false,
      },
    });
    expect(shortDeviceId).toMatch(/^[0-9a-f]{8}$/);
    const [request] = sent();
    expect(JSON.parse(request?.params['body'] ?? '')).toEqual({
      event: 'device-request',
      username: 'anna',
      device: shortDeviceId,
    });
    expect(request?.params).toMatchObject({ webid: 'hook-1', conttype: 'application/json' });
    expect(JSON.stringify(request?.params)).not.toContain(form.password);
  });

  test('sends the masked key of a user with a key alone', async () => {
    const { handlers, http, sent, at } = await atWrongDevice();
    http.on('license', refusal('wrong-device'));
    await handlers.goBack({});
    await handlers.signInWithKey({ key: 'NWND-7F3Q-2MXX-91KD', remember: false });
    at('wrong-device');
    await handlers.requestDevice({});
    expect(sent()).toHaveLength(1);
    expect(JSON.stringify(sent()[0]?.params)).not.toContain('7F3Q');
  });

  test('is sent at most once an hour, across runs', async () => {
    const state = createFakeLocalState();
    const first = await atWrongDevice({ ...asks, state });
    await first.handlers.requestDevice({});
    const sentAt = first.clock.now();
    const next = await atWrongDevice({ ...asks, state });
    await next.clock.advance(requestIntervalMs - 1);
    expect(await next.handlers.requestDevice({})).toMatchObject({
      value: { sentAt, againAt: sentAt + requestIntervalMs, earlier: true },
    });
    expect(next.sent()).toEqual([]);
    await next.clock.advance(1);
    expect(await next.handlers.requestDevice({})).toMatchObject({ value: { earlier: false } });
    expect(next.sent()).toHaveLength(1);
  });

  test('is limited per account, and the file reveals no user name', async () => {
    const state = createFakeLocalState();
    const { handlers, sent } = await atWrongDevice({ ...asks, state });
    await handlers.requestDevice({});
    await handlers.goBack({});
    await handlers.signIn({ ...form, username: 'bob' });
    await handlers.requestDevice({});
    expect(sent()).toHaveLength(2);
    const kept = state.get().deviceRequestAt;
    expect(Object.keys(kept)).toHaveLength(2);
    for (const key of Object.keys(kept)) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is not blocked by a clock that was set back, and expired entries are dropped', async () => {
    const state = createFakeLocalState();
    const { handlers, sent, clock } = await atWrongDevice({ ...asks, state });
    await handlers.requestDevice({});
    clock.set(clock.now() - 10 * requestIntervalMs);
    await handlers.requestDevice({});
    expect(sent()).toHaveLength(2);
    expect(Object.keys(state.get().deviceRequestAt)).toHaveLength(1);
  });

  test.each<[string, Parameters<FakeHttp['on']>[1], string]>([
    ['does not know the webhook', refusal('webhook-unknown'), 'refused'],
    ['cannot reach the webhook', refusal('webhook-failed'), 'refused'],
    ['requires a sign-in for the webhook', refusal('not-signed-in'), 'refused'],
    ['is unreachable', { fault: 'offline' }, 'offline'],
    ['sends an unexpected answer', { success: true }, 'bad-reply'],
    ['has paused the application', refusal('app-paused'), 'app-paused'],
  ])(
    'returns a failure without a receipt if the service %s, and can be repeated',
    async (_, answer, code) => {
      const { handlers, http, sent, at, session } = await atWrongDevice();
      http.on('webhook', answer);
      expect(await handlers.requestDevice({})).toMatchObject({ ok: false, failure: { code } });
      at('wrong-device');
      expect(session().unsupported).toEqual([]);
      const before = sent().length;
      http.on('webhook', heard);
      expect(await handlers.requestDevice({})).toMatchObject({ value: { earlier: false } });
      expect(sent()).toHaveLength(before + 1);
    },
  );

  test('is hidden for the rest of the run if the service does not know it', async () => {
    const { handlers, http, session } = await atWrongDevice();
    http.on('webhook', refusal('type-unknown'));
    expect(await handlers.requestDevice({})).toMatchObject({ failure: { code: 'type-unknown' } });
    expect(session().unsupported).toEqual(['deviceRequest']);
  });

  test('opens a new session and repeats the request if the session is gone', async () => {
    const { handlers, http, sent } = await atWrongDevice();
    let requestCount = 0;
    http.on('webhook', () => ((requestCount += 1) === 1 ? refusal('session-gone') : heard));
    expect(await handlers.requestDevice({})).toMatchObject({ ok: true });
    expect(sent()).toHaveLength(2);
  });

  test('ignores a late answer after Cancel', async () => {
    const { handlers, http, at } = await atWrongDevice();
    const release = http.hold('webhook');
    const asking = handlers.requestDevice({});
    await settled();
    await handlers.cancel({});
    expect(await asking).toMatchObject({ failure: { code: 'cancelled' } });
    release(heard);
    await settled();
    at('wrong-device');
  });

  test('is rejected in other phases and without configuration', async () => {
    const ready = await atReady(asks);
    expect(await ready.handlers.requestDevice({})).toMatchObject({
      failure: { code: 'out-of-order' },
    });
    const { handlers, sent } = await atWrongDevice({ config: { deviceRequest: undefined } });
    expect(await handlers.requestDevice({})).toMatchObject({ failure: { code: 'out-of-order' } });
    expect(sent()).toEqual([]);
  });
});
