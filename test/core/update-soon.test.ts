// The warning that this version will soon be too old: at most once a day, with a link to the new
// version, and only if the answer contains it.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { atReady, checkEveryMs, type Harness, type HarnessOptions } from './harness.ts';

const day = 24 * 3_600_000;
const by = 1_800_000_000;
const download = 'https://northwind.example/get';
const update = { version: '2.0', download, by };
const checked = { success: true, message: 'Session is validated.' };
const told = { kind: 'update-soon', version: '2.0', download, supportedUntil: by * 1000 } as const;

async function afterCheck(given: unknown, options: HarnessOptions = {}): Promise<Harness> {
  const harness = await atReady(options);
  harness.http.on('check', given === undefined ? checked : { ...checked, update: given });
  await harness.clock.advance(checkEveryMs);
  await settled();
  harness.at('ready');
  return harness;
}

test('the warning is shown after the next check, at most once a day across runs', async () => {
  const state = createFakeLocalState();
  const { session, handlers, clock, loader } = await afterCheck(update, { state });
  expect(session().notice).toEqual(told);
  await handlers.dismissNotice({ revision: session().revision });
  await clock.advance(checkEveryMs * 3);
  expect(session().notice).toBeNull();
  loader.stop();
  expect((await afterCheck(update, { state })).session().notice).toBeNull();
  const next = await afterCheck(update, { state });
  await next.clock.advance(day + checkEveryMs);
  expect(next.session().notice).toEqual(told);
});

test.each([
  ['missing', undefined],
  ['null', null],
  ['no object', 'now'],
  ['without a date', { version: '2.0', download }],
])('no warning is shown if the field `update` of an answer is %s', async (_, given) => {
  expect((await afterCheck(given)).session().notice).toBeNull();
});

test('no warning is shown if the newest answer does not contain it', async () => {
  const harness = await atReady();
  harness.http.on('check', { ...checked, update });
  await harness.handlers.retry({});
  // The result of the requested check comes first.
  expect(harness.session().notice).toMatchObject({ kind: 'checked' });
  harness.http.on('check', checked);
  await harness.clock.advance(checkEveryMs);
  expect(harness.session().notice).toBeNull();
  harness.http.on('check', { ...checked, update });
  await harness.clock.advance(checkEveryMs);
  expect(harness.session().notice).toEqual(told);
});

test('a second service on this computer or a clock set back does not suppress the warning', async () => {
  const state = createFakeLocalState();
  await afterCheck(update, { state });
  const other = await afterCheck(update, { state, service: { name: 'Southwind' } });
  expect(other.session().notice).toEqual(told);
  const back = await atReady({ state });
  back.clock.set(back.clock.now() - 30 * day);
  back.http.on('check', { ...checked, update });
  await back.handlers.retry({});
  await back.handlers.dismissNotice({ revision: back.session().revision });
  // After the clock is set back, the next check is at most an hour late.
  await back.clock.advance(3_600_000);
  expect(back.session().notice).toEqual(told);
});

test('the link of the warning opens a valid URL, and only while the warning is shown', async () => {
  const { handlers, session, view } = await afterCheck(update);
  expect(await handlers.openLink({ name: 'download' })).toMatchObject({ ok: true });
  expect(view.opened).toEqual([download]);
  await handlers.dismissNotice({ revision: session().revision });
  expect(await handlers.openLink({ name: 'download' })).toMatchObject({
    failure: { code: 'invalid-input' },
  });
  for (const address of ['', 'http://northwind.example/', 'file:///etc/passwd', 'javascript:1']) {
    const bad = await afterCheck({ ...update, download: address });
    expect(bad.session().notice).toEqual({ ...told, download: null });
    expect(await bad.handlers.openLink({ name: 'download' })).toMatchObject({ ok: false });
    expect(bad.view.opened).toEqual([]);
  }
});

test('the version in the warning is shortened and has no hidden characters', async () => {
  const { session } = await afterCheck({ ...update, version: `2\u202e${'9'.repeat(5000)}` });
  expect(session().notice).toMatchObject({ version: `2 ${'9'.repeat(98)}` });
});
