// The options that follow the account: their values, saving and reading back, changes on another
// computer, services that lie, and the launch.
import { describe, expect, test } from 'vitest';
import { type FakeHttp, refusal } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { atForm, atReady } from './harness.ts';

const options = [
  { name: 'theme', label: 'Theme', values: ['Light', 'Dark'] },
  { name: 'cores', label: 'Cores', values: ['1', '2', '4'] },
];

type Scripted = Parameters<FakeHttp['on']>[1];

/** Returns a signed-in loader whose service stores variables, initially `kept`. */
async function open(kept: Readonly<Record<string, string>> = {}) {
  const harness = await atReady({ config: { options } });
  const has = new Map(Object.entries(kept));
  const { http } = harness;
  http.on('getvar', ({ params }) => {
    const value = has.get(params['var'] ?? '');
    return value === undefined
      ? refusal('user-variable-unknown')
      : { success: true, response: value };
  });
  http.on('setvar', ({ params }) => {
    has.set(params['var'] ?? '', params['data'] ?? '');
    return { success: true };
  });
  const sent = (type: string) => http.sent.filter(({ params }) => params['type'] === type);
  return { ...harness, has, sent };
}

const change = { name: 'theme', value: 'Dark', before: 'Light' };

describe('the value', () => {
  test('is the one saved in the account, or the first value without a choice', async () => {
    const { handlers } = await open({ 'option.cores': '4' });
    expect(await handlers.readOptions({})).toEqual({
      ok: true,
      value: { theme: 'Light', cores: '4' },
    });
  });

  test.each(['dark', 'Dark ', '', '<img src=x>', '../../etc', '\u202Ekrad', 'x'.repeat(500)])(
    'is never a value that is not offered: %j',
    async (hostile) => {
      const { handlers, launcher } = await open({ 'option.theme': hostile });
      expect(await handlers.readOptions({})).toMatchObject({ value: { theme: 'Light' } });
      await handlers.launch({});
      expect(JSON.parse(launcher.lines[0] ?? '')).toMatchObject({ options: { theme: 'Light' } });
    },
  );

  test('is recognized by the default text of services without reason codes', async () => {
    const { handlers, http } = await open();
    http.on('getvar', { success: false, message: 'Variable not found for user' });
    expect(await handlers.readOptions({})).toMatchObject({
      value: { theme: 'Light', cores: '1' },
    });
  });

  test.each<[string, Scripted, string]>([
    ['is unreachable', { fault: 'offline' }, 'offline'],
    ['refuses the request', { success: false, message: 'Not today' }, 'refused'],
  ])('is unknown and reported as a failure if the service %s', async (_, answer, code) => {
    const { handlers, http, at } = await open();
    http.on('getvar', answer);
    expect(await handlers.readOptions({})).toMatchObject({ failure: { code } });
    at('ready');
  });

  test('is hidden for the rest of the run if the service has no variables', async () => {
    const { handlers, http, session } = await open();
    http.on('getvar', refusal('type-unknown'));
    expect(await handlers.readOptions({})).toMatchObject({ failure: { code: 'type-unknown' } });
    expect(session().unsupported).toEqual(['options']);
  });

  test('is read without delaying any command', async () => {
    const { handlers, http, at } = await open();
    http.hold('getvar');
    const reading = handlers.readOptions({});
    await settled();
    expect(await handlers.signOut({})).toMatchObject({ ok: true });
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
    at('signed-out');
  });

  test('leads to the screen for an ended session if the session has ended', async () => {
    const { handlers, http, at } = await open();
    http.on('getvar', refusal('session-gone'));
    await handlers.readOptions({});
    at('session-ended');
  });
});

describe('saving an option', () => {
  test('succeeds once the service returns the value on a new request', async () => {
    const { handlers, has, sent } = await open({ 'option.cores': '2', other: 'x' });
    expect(await handlers.saveOption(change)).toEqual({
      ok: true,
      value: { outcome: 'saved', value: 'Dark' },
    });
    expect(Object.fromEntries(has)).toEqual({
      'option.theme': 'Dark',
      'option.cores': '2',
      other: 'x',
    });
    expect(sent('setvar')).toHaveLength(1);
  });

  test('does not overwrite a choice made elsewhere meanwhile', async () => {
    const { handlers, has, sent } = await open({ 'option.cores': '4' });
    const late = { name: 'cores', value: '2', before: '1' };
    expect(await handlers.saveOption(late)).toMatchObject({
      value: { outcome: 'elsewhere', value: '4' },
    });
    expect(sent('setvar')).toEqual([]);
    expect(await handlers.saveOption({ ...late, before: '4' })).toMatchObject({
      value: { outcome: 'saved' },
    });
    expect(has.get('option.cores')).toBe('2');
  });

  test('detects a service that answers "done" and changes nothing', async () => {
    const { handlers, http } = await open();
    http.on('setvar', { success: true });
    expect(await handlers.saveOption(change)).toMatchObject({
      value: { outcome: 'lost', value: 'Light' },
    });
  });

  test('reads the option again after a lost answer', async () => {
    const { handlers, http, has } = await open();
    http.on('setvar', ({ params }) => {
      has.set(params['var'] ?? '', params['data'] ?? '');
      return { fault: 'broken-off' };
    });
    expect(await handlers.saveOption(change)).toMatchObject({ value: { outcome: 'saved' } });
    http.on('setvar', { fault: 'broken-off' });
    expect(
      await handlers.saveOption({ name: 'theme', value: 'Light', before: 'Dark' }),
    ).toMatchObject({ failure: { code: 'interrupted' } });
  });

  test("reports the seller's text if the option is read-only", async () => {
    const { handlers, http } = await open();
    http.on('setvar', refusal('variable-read-only'));
    expect(await handlers.saveOption(change)).toMatchObject({
      failure: { code: 'variable-read-only' },
    });
    http.on('setvar', { success: false, message: 'Variable is read only' });
    expect(await handlers.saveOption(change)).toMatchObject({
      failure: { code: 'variable-read-only' },
    });
  });

  test('accepts only offered values', async () => {
    const { handlers, sent } = await open();
    for (const given of [
      { ...change, value: 'Blue' },
      { ...change, name: 'other' },
    ])
      expect(await handlers.saveOption(given)).toMatchObject({
        failure: { code: 'invalid-input' },
      });
    expect(sent('setvar')).toEqual([]);
  });

  test('is rejected while signed out', async () => {
    const { handlers } = await atForm({ config: { options } });
    expect(await handlers.saveOption(change)).toMatchObject({ failure: { code: 'out-of-order' } });
    expect(await handlers.readOptions({})).toMatchObject({ failure: { code: 'out-of-order' } });
  });
});

describe('the launch', () => {
  test('passes the current values only in the launch line', async () => {
    const { handlers, launcher, has } = await open({ 'option.theme': 'Light' });
    await handlers.readOptions({});
    has.set('option.theme', 'Dark');
    await handlers.launch({});
    expect(JSON.parse(launcher.lines[0] ?? '')).toMatchObject({
      options: { theme: 'Dark', cores: '1' },
    });
  });

  test('omits unreadable options and continues', async () => {
    const { handlers, launcher, http, at } = await open();
    http.on('getvar', ({ params }) =>
      params['var'] === 'option.theme' ? { fault: 'timeout' } : { success: true, response: '4' },
    );
    expect(await handlers.launch({})).toEqual({ ok: true, value: null });
    at('running');
    expect(JSON.parse(launcher.lines[0] ?? '')).toMatchObject({ options: { cores: '4' } });
    expect(launcher.lines[0]).not.toContain('theme');
  });

  test('starts nothing after Cancel', async () => {
    const { handlers, launcher, http, at } = await open();
    const release = http.hold('getvar');
    const launching = handlers.launch({});
    await settled();
    await handlers.cancel({});
    release({ success: true, response: 'Dark' });
    await launching;
    at('ready');
    expect(launcher.lines).toEqual([]);
  });

  test('sends no request without options', async () => {
    const { handlers, launcher, http } = await atReady();
    await handlers.launch({});
    expect(http.sent.some(({ params }) => params['type'] === 'getvar')).toBe(false);
    expect(JSON.parse(launcher.lines[0] ?? '')).toMatchObject({ options: {} });
  });
});
