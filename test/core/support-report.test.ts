// Sending a support code to the brand: the loader sends exactly the shown line, once for each code.
// Also services that refuse, lie or answer late.
import { describe, expect, test } from 'vitest';
import { type FakeHttp, refusal } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { anna, atForm, atReady, form, type Harness, type HarnessOptions } from './harness.ts';

const logged = { success: true, message: 'Logged' };

const sentBy = ({ http }: Harness) => http.sent.filter(({ params }) => params['type'] === 'log');

/** Returns a loader that shows the form with the failure of a refused key. */
async function atFailure(options: HarnessOptions = {}) {
  const harness = await atForm(options);
  const { http, handlers } = harness;
  http.on('log', logged);
  http.on('upgrade', refusal('no-plan-for-level'));
  const answer = await handlers.redeem({ username: 'anna', key: 'NWND-7F3Q-2MXX-91KD' });
  if (answer.ok) throw new Error('the key is refused');
  const { reportId } = answer.failure;
  return { ...harness, reportId, sent: () => sentBy(harness) };
}

const line = (reportId: string, code = 'no-plan-for-level') => {
  const head = reportId.slice(0, 8).toUpperCase();
  return `Support code ${head.slice(0, 4)}-${head.slice(4)}, failure ${code}, loader 1.0`;
};

describe('sending a support code', () => {
  test("sends exactly the shown line, without the user's name or key", async () => {
    const { handlers, reportId, sent, clock } = await atFailure();
    const text = line(reportId);
    expect(await handlers.showReport({ reportId })).toEqual({ ok: true, value: { text } });
    expect(sent()).toEqual([]);
    expect(await handlers.sendReport({ reportId })).toEqual({
      ok: true,
      value: { text, sentAt: clock.now(), earlier: false },
    });
    const [request] = sent();
    const { type, message, ...rest } = request?.params ?? {};
    expect([type, message]).toEqual(['log', text]);
    expect(Object.keys(rest).sort()).toEqual(['challenge', 'keys', 'name', 'ownerid', 'sessionid']);
    expect(JSON.stringify(request?.params)).not.toMatch(/anna|7F3Q/);
  });

  test('is possible once for each code', async () => {
    const { handlers, reportId, sent, clock, http, at } = await atFailure();
    await handlers.sendReport({ reportId });
    const sentAt = clock.now();
    await clock.advance(60_000);
    expect(await handlers.sendReport({ reportId })).toMatchObject({
      value: { sentAt, earlier: true },
    });
    expect(sent()).toHaveLength(1);
    http.on('login', refusal('wrong-device'));
    await handlers.signIn(form);
    const other = at('wrong-device').report.reportId;
    expect(other).not.toBe(reportId);
    expect(await handlers.sendReport({ reportId: other })).toMatchObject({
      value: { text: line(other, 'wrong-device'), earlier: false },
    });
    expect(sent()).toHaveLength(2);
  });

  test('refuses an unknown report id, and adds no text from the page', async () => {
    const { handlers, sent } = await atFailure();
    const reportId = 'ab'.repeat(16);
    expect(await handlers.showReport({ reportId })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
    expect(await handlers.sendReport({ reportId })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
    expect(sent()).toEqual([]);
  });

  test('is off by default', async () => {
    for (const supportLog of [false, undefined]) {
      const { handlers, reportId, sent } = await atFailure({ config: { supportLog } });
      expect(await handlers.showReport({ reportId })).toMatchObject({ ok: false });
      expect(await handlers.sendReport({ reportId })).toMatchObject({
        failure: { code: 'out-of-order' },
      });
      expect(sent()).toEqual([]);
    }
  });

  test.each<[string, Parameters<FakeHttp['on']>[1], string]>([
    ['is out of reach', { fault: 'offline' }, 'offline'],
    ['has heard too much', refusal('rate-limited'), 'rate-limited'],
    ['refuses it', { success: false, message: 'No logs today' }, 'refused'],
    ['has paused the application', refusal('app-paused'), 'app-paused'],
  ])(
    'returns a failure without a receipt if the service %s, and can be repeated',
    async (_, answer, code) => {
      const { handlers, http, reportId, sent, at } = await atFailure();
      http.on('log', answer);
      expect(await handlers.sendReport({ reportId })).toMatchObject({
        ok: false,
        failure: { code },
      });
      at('signed-out');
      const before = sent().length;
      http.on('log', logged);
      expect(await handlers.sendReport({ reportId })).toMatchObject({ value: { earlier: false } });
      expect(sent()).toHaveLength(before + 1);
    },
  );

  test('is hidden for the rest of the run if the service does not know it', async () => {
    const { handlers, http, reportId, session } = await atFailure();
    http.on('log', refusal('type-unknown'));
    expect(await handlers.sendReport({ reportId })).toMatchObject({
      failure: { code: 'type-unknown' },
    });
    expect(session().unsupported).toEqual(['supportLog']);
  });

  test('reopens a lost session of a signed-out user', async () => {
    const { handlers, http, reportId, sent } = await atFailure();
    let requestCount = 0;
    http.on('log', () => ((requestCount += 1) === 1 ? refusal('session-gone') : logged));
    expect(await handlers.sendReport({ reportId })).toMatchObject({ ok: true });
    expect(sent()).toHaveLength(2);
  });

  test('uses the session of a signed-in user and opens no other session', async () => {
    const ready = await atReady();
    const { handlers, http, session, at } = ready;
    http.on('log', logged);
    http.on('upgrade', refusal('key-banned'));
    const answer = await handlers.redeem({ username: 'anna', key: 'NWND-7F3Q-2MXX-91KD' });
    if (answer.ok) throw new Error('the key is refused');
    const { reportId } = answer.failure;
    const opened = () => http.sent.filter(({ params }) => params['type'] === 'init').length;
    const before = opened();
    http.on('log', refusal('session-gone'));
    await handlers.sendReport({ reportId });
    expect(sentBy(ready)).toHaveLength(1);
    expect(opened()).toBe(before);
    at('session-ended');
    http.on('log', logged);
    expect(await handlers.sendReport({ reportId })).toMatchObject({ ok: true });
    expect(session().phase.kind).toBe('session-ended');
  });

  test('ignores a late answer after Cancel, and can be repeated', async () => {
    const { handlers, http, reportId, sent, at } = await atFailure();
    const release = http.hold('log');
    const sending = handlers.sendReport({ reportId });
    await settled();
    await handlers.cancel({});
    expect(await sending).toMatchObject({ failure: { code: 'cancelled' } });
    release(logged);
    await settled();
    at('signed-out');
    expect(sent()).toHaveLength(1);
    http.on('log', logged);
    expect(await handlers.sendReport({ reportId })).toMatchObject({ value: { earlier: false } });
    expect(sent()).toHaveLength(2);
  });

  test('does not sign in and does not change saved sign-ins', async () => {
    const { handlers, reportId, vault, at } = await atFailure();
    const before = JSON.stringify(await vault.load());
    await handlers.sendReport({ reportId });
    at('signed-out');
    expect(JSON.stringify(await vault.load())).toBe(before);
    expect(await handlers.signIn({ ...anna, remember: false })).toMatchObject({ ok: true });
    at('ready');
  });

  test('is not offered if the service opens no session', async () => {
    const { handlers, http, reportId, at, sent } = await atFailure();
    http.on('login', refusal('app-paused'));
    await handlers.signIn(form);
    at('app-paused');
    expect(await handlers.sendReport({ reportId })).toMatchObject({
      failure: { code: 'out-of-order' },
    });
    expect(sent()).toEqual([]);
  });
});
