// Removing another computer from the list of a refused sign-in: the requests, the refusals, and the
// ticket, which the page never receives.
import { describe, expect, test } from 'vitest';
import { accountInfo, removalOffer, refusal } from '../support/fake-http.ts';
import { anna, atForm, form, type HarnessOptions } from './harness.ts';

const laptop = { id: 'laptop' };

async function atOffer(more: object = {}, options: HarnessOptions = {}) {
  const harness = await atForm(options);
  harness.http.on('login', removalOffer(more));
  harness.http.on('removecomputer', { success: true, info: accountInfo('anna') });
  await harness.handlers.signIn(form);
  const sent = (type: string) => harness.http.sent.filter(({ params }) => params['type'] === type);
  return { ...harness, removal: harness.at('wrong-device').removal, sent };
}

describe('a sign-in for which no seat is free', () => {
  test('sends the name and system of this computer', async () => {
    const { sent } = await atOffer();
    expect(sent('login')[0]?.params).toMatchObject({ computer: 'studio-pc', system: 'Linux' });
  });

  test('shows the computers and removals, and never the ticket', async () => {
    const { removal, view, log } = await atOffer();
    expect(removal).toEqual({
      computers: [
        {
          id: 'here',
          name: 'studio-pc',
          system: 'Linux',
          lastSeenAt: 1_795_000_000_000,
          offlineUntil: null,
          isSeatHeld: false,
        },
        {
          id: 'laptop',
          name: 'old-laptop',
          system: 'Windows 11',
          lastSeenAt: 1_790_000_000_000,
          offlineUntil: null,
          isSeatHeld: false,
        },
      ],
      left: 2,
      nextAt: null,
    });
    expect(JSON.stringify(view.published) + log.text()).not.toContain('ticket-1');
  });

  test('offers nothing if the service has no removals', async () => {
    const { removal, handlers, http } = await atOffer({ resets: undefined });
    expect(removal).toBeUndefined();
    const before = http.sent.length;
    expect(await handlers.removeComputer(laptop)).toMatchObject({
      failure: { code: 'out-of-order' },
    });
    expect(http.sent).toHaveLength(before);
  });
});

describe('removing a computer', () => {
  test('sends the ticket and the computer in the same session, and signs in', async () => {
    const { handlers, sent, at } = await atOffer();
    expect(await handlers.removeComputer(laptop)).toEqual({ ok: true, value: null });
    at('ready');
    const [login] = sent('login');
    const [request] = sent('removecomputer');
    expect(request?.params).toMatchObject({ ticket: 'ticket-1', ...laptop });
    expect(request?.params['sessionid']).toBe(login?.params['sessionid']);
    expect(request?.newConnection).toBe(true);
    expect(JSON.stringify(request?.params)).not.toContain(anna.password);
  });

  test('saves the sign-in if the user chose so', async () => {
    const harness = await atForm();
    harness.http.on('login', removalOffer());
    harness.http.on('removecomputer', { success: true, info: accountInfo('anna') });
    await harness.handlers.signIn({ ...anna, remember: true });
    await harness.handlers.removeComputer(laptop);
    await harness.loader.settled();
    expect(harness.session().savedSignIns.map(({ name }) => name)).toEqual(['anna']);
  });

  test('rejects a computer that is not in the list, without a request', async () => {
    const { handlers, sent, at } = await atOffer();
    expect(await handlers.removeComputer({ id: 'other' })).toMatchObject({
      failure: { code: 'out-of-order' },
    });
    expect(sent('removecomputer')).toEqual([]);
    at('wrong-device');
  });

  test('is not possible without a ticket', async () => {
    const { handlers, sent, removal } = await atOffer({ ticket: undefined });
    expect(removal?.left).toBe(0);
    expect(await handlers.removeComputer(laptop)).toMatchObject({
      failure: { code: 'ticket-unknown' },
    });
    expect(sent('removecomputer')).toEqual([]);
  });

  test('works after a correct key, too', async () => {
    const key = 'NWND-7F3Q-2MXX-91KD';
    const { handlers, http, sent, at, view } = await atOffer();
    await handlers.goBack({});
    http.on('license', removalOffer());
    http.on('removecomputer', { success: true, info: accountInfo(key) });
    await handlers.signInWithKey({ key, remember: false });
    await handlers.removeComputer(laptop);
    expect(at('ready').account.byKey).toBe(true);
    expect(sent('license')[0]?.params).toMatchObject({ computer: 'studio-pc', system: 'Linux' });
    expect(JSON.stringify(view.published)).not.toContain(key);
  });

  test.each(['ticket-unknown', 'computer-unknown', 'no-resets-left'])(
    'signs in again after %s, so that the list is current',
    async (reason) => {
      const { handlers, http, sent, at } = await atOffer();
      http.on('removecomputer', refusal(reason));
      http.on(
        'login',
        removalOffer({ ticket: 'ticket-2', resets: { left: 1, next: 1_796_000_000 } }),
      );
      expect(await handlers.removeComputer(laptop)).toMatchObject({ failure: { code: reason } });
      expect(at('wrong-device').removal).toMatchObject({ left: 1, nextAt: 1_796_000_000_000 });
      http.on('removecomputer', { success: true, info: accountInfo('anna') });
      await handlers.removeComputer(laptop);
      expect(sent('removecomputer').at(-1)?.params['ticket']).toBe('ticket-2');
      at('ready');
    },
  );

  test('shows the form with the reason once a removed computer holds its seat', async () => {
    const { handlers, http, sent, at } = await atOffer();
    http.on('removecomputer', refusal('seat-held', { until: 1_796_000_000 }));
    await handlers.removeComputer(laptop);
    expect(at('signed-out')).toMatchObject({
      username: 'anna',
      failure: { code: 'seat-held', freeAt: 1_796_000_000_000 },
    });
    expect(sent('login')).toHaveLength(1);
  });

  test('uses the new ticket even if the list is the same', async () => {
    const { handlers, http, sent } = await atOffer();
    http.on('login', removalOffer({ ticket: 'ticket-2' }));
    await handlers.retry({});
    await handlers.removeComputer(laptop);
    expect(sent('removecomputer')[0]?.params['ticket']).toBe('ticket-2');
  });

  test('keeps the list after any other refusal', async () => {
    const { handlers, http, sent, at } = await atOffer();
    http.on('removecomputer', refusal('rate-limited', { retryAfter: 60 }));
    expect(await handlers.removeComputer(laptop)).toMatchObject({
      failure: { code: 'rate-limited' },
    });
    expect(at('wrong-device').removal?.computers).toHaveLength(2);
    expect(sent('login')).toHaveLength(1);
  });

  test('can be retried after a lost answer', async () => {
    const { handlers, http, at } = await atOffer();
    http.on('removecomputer', { fault: 'broken-off' });
    await handlers.removeComputer(laptop);
    at('unreachable');
    http.on('login', { success: true, info: accountInfo('anna') });
    await handlers.retry({});
    at('ready');
  });

  test('rejects an answer about another user', async () => {
    const { handlers, http, at } = await atOffer();
    http.on('removecomputer', { success: true, info: accountInfo('bob') });
    await handlers.removeComputer(laptop);
    expect(at('unreachable').failure.code).toBe('bad-reply');
  });

  test('shows the form once the held password has expired', async () => {
    const { handlers, clock, sent, at } = await atOffer();
    await clock.advance(10 * 60_000);
    expect(await handlers.removeComputer(laptop)).toMatchObject({
      failure: { code: 'ticket-unknown' },
    });
    at('signed-out');
    expect(sent('removecomputer')).toEqual([]);
  });

  test('drops the ticket with the password when the user goes back', async () => {
    const { handlers, http, sent, at } = await atOffer();
    await handlers.goBack({});
    http.on('login', removalOffer({ ticket: undefined }));
    await handlers.signIn(form);
    await handlers.removeComputer(laptop);
    expect(sent('removecomputer')).toEqual([]);
    at('wrong-device');
  });
});
