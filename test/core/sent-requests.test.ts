// The list of the last requests: what it shows of each, and that no secret gets in.
import { describe, expect, it } from 'vitest';
import { createSentRequests } from '../../src/main/core/session/sent-requests.ts';
import { maxSentRequests } from '../../src/shared/sent-requests.ts';
import { refusal } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { anna, atForm, form, type Harness } from './harness.ts';

const key = 'KEY-8F3A-22D1-9C07';

async function listOf({ handlers }: Pick<Harness, 'handlers'>) {
  const answer = await handlers.readSentRequests({});
  return answer.ok ? answer.value : [];
}

describe('the list', () => {
  it('has the operation, the sizes, the verdict and the outcome of each request', async () => {
    const harness = await atForm();
    await harness.handlers.signIn(form);
    await settled();
    const list = await listOf(harness);
    const operations = list.map(({ operation }) => operation);
    expect(operations.at(-1)).toBe('init');
    const login = list.find(({ operation }) => operation === 'login');
    expect(login).toMatchObject({ trust: 'verified', code: null });
    expect(login?.at).toBeLessThanOrEqual(harness.clock.now());
    expect(login?.sentBytes).toBeGreaterThan(100);
    expect(login?.receivedBytes).toBeGreaterThan(100);
  });

  it('has the reason of a refusal', async () => {
    const harness = await atForm();
    harness.http.on('login', refusal('bad-credentials'));
    await harness.handlers.signIn(form);
    const [login] = await listOf(harness);
    expect(login).toMatchObject({ operation: 'login', trust: 'verified', code: 'bad-credentials' });
  });

  it('has a request without an answer', async () => {
    const harness = await atForm();
    harness.http.on('login', { fault: 'refused-connection' });
    await harness.handlers.signIn(form);
    const login = (await listOf(harness)).find(({ operation }) => operation === 'login');
    expect(login).toMatchObject({ trust: 'not-reached', receivedBytes: null });
    expect(login?.code).not.toBeNull();
  });

  it('has one row for accepted requests of one operation', () => {
    let time = 0;
    const requests = createSentRequests({ now: () => (time += 1) });
    const add = (type: 'chatget' | 'login', code: 'rate-limited' | null = null) =>
      requests.add({
        ...{ type, params: {}, sentBytes: 1, receivedBytes: 1, trust: 'verified', code },
      });
    add('login');
    for (let polls = 0; polls < 100; polls++) add('chatget');
    add('chatget', 'rate-limited');
    add('chatget', 'rate-limited');
    add('chatget');
    const rows = requests.list().map(({ operation, times, at }) => [operation, times, at]);
    expect(rows).toEqual([
      ['chatget', 1, 104],
      ['chatget', 1, 103],
      ['chatget', 1, 102],
      ['chatget', 100, 101],
      ['login', 1, 1],
    ]);
  });

  it('has sizes that reveal no length of a password', () => {
    const requests = createSentRequests({ now: () => 0 });
    for (const sentBytes of [500, 512, 513])
      requests.add({
        ...{ type: 'login', params: {}, sentBytes, receivedBytes: null, trust: null },
        code: 'cancelled',
      });
    expect(requests.list().map((sent) => sent.sentBytes)).toEqual([768, 512, 512]);
  });

  it('has the newest requests, up to a limit', () => {
    let time = 0;
    const requests = createSentRequests({ now: () => (time += 1) });
    for (let sent = 0; sent < maxSentRequests + 5; sent++)
      requests.add({
        ...{
          type: sent % 2 === 0 ? 'check' : 'chatget',
          params: {},
          sentBytes: 1,
          receivedBytes: 1,
        },
        ...{ trust: 'verified', code: null },
      });
    const times = requests.list().map(({ at }) => at);
    expect(times).toHaveLength(maxSentRequests);
    expect(times[0]).toBe(maxSentRequests + 5);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });
});

describe('fields', () => {
  it('show their names, and only harmless values', async () => {
    const harness = await atForm();
    await harness.handlers.signIn(form);
    const login = (await listOf(harness)).find(({ operation }) => operation === 'login');
    const fields = Object.fromEntries(
      (login?.fields ?? []).map(({ name, value }) => [name, value]),
    );
    expect(fields).toEqual({
      computer: null,
      hwid: null,
      pass: null,
      sessionid: null,
      system: 'Linux',
      username: null,
    });
  });

  it('contain no password, key, code, session or whole device id', async () => {
    const harness = await atForm();
    await harness.handlers.signIn(form);
    await settled();
    await harness.handlers.redeem({ key, username: anna.username });
    await settled();
    const text = JSON.stringify(await listOf(harness));
    const sent = harness.http.sent.find(({ params }) => params['type'] === 'login')?.params;
    const { hwid: id = '', sessionid: session = '' } = sent ?? {};
    expect(id).toHaveLength(64);
    expect(session).not.toBe('');
    for (const secret of [anna.password, anna.username, key, id, session])
      expect(text).not.toContain(secret);
  });

  it('hide the value of an unknown name, and cut the others', () => {
    const requests = createSentRequests({ now: () => 0 });
    requests.add({
      ...{ type: 'login', sentBytes: 1, receivedBytes: null, trust: null, code: 'cancelled' },
      params: { type: 'login', newsecret: 'canary', ver: '1.0\u202e' + 'x'.repeat(500) },
    });
    const [sent] = requests.list();
    expect(sent?.fields.map(({ name }) => name)).toEqual(['newsecret', 'ver']);
    expect(JSON.stringify(sent)).not.toContain('canary');
    expect(sent?.fields[1]?.value?.length).toBeLessThanOrEqual(60);
  });
});
