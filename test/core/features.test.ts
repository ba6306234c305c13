// Features of an account: their words, and what an offline pass leaves of them for the program.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo } from '../support/fake-http.ts';
import { atForm, atReady, form } from './harness.ts';
import { createOffline, hourMs } from './offline-parts.ts';

test('an account has the cleaned words of its features', async () => {
  const harness = await atForm();
  const info = {
    ...{ username: 'anna', features: { export: true } },
    subscriptions: [
      {
        subscription: 'Pro',
        expiry: 4_000_000_000,
        included: ['PDF\u202eexport', '', ' 5 projects '],
      },
    ],
    extras: [
      { words: 'Beta', until: '4000000000' },
      { words: '', until: null },
    ],
  };
  harness.http.on('login', { success: true, info });
  await harness.handlers.signIn(form);
  expect(harness.at('ready').account).toMatchObject({
    features: { export: true },
    subscriptions: [{ name: 'Pro', included: ['PDF export', '5 projects'] }],
    extras: [{ words: 'Beta', until: 4_000_000_000_000 }],
  });
});

test('features of another form than the documented one are ignored, and the sign-in works', async () => {
  const harness = await atForm();
  const odd = { features: { export: { yes: 1 } }, extras: 'x' };
  harness.http.on('login', { success: true, info: { ...accountInfo('anna'), ...odd } });
  await harness.handlers.signIn(form);
  expect(harness.at('ready').account).not.toHaveProperty('features');
  expect(harness.at('ready').account).not.toHaveProperty('extras');
});

test('a program that starts offline gets the features that have not ended', async () => {
  const before = createOffline();
  const issued = Math.floor(before.clock.now() / 1000);
  const featureChanges = [{ from: issued + 3600, features: { export: true } }];
  before.passes({ features: { beta: true, export: true }, featureChanges });
  await before.loader.start();
  const launched = async ({ handlers, launcher }: typeof before) => {
    await handlers.launch({});
    const line = JSON.parse(launcher.lines.at(-1) ?? '') as Record<string, unknown>; // as the core writes it
    return line['features'];
  };
  const offline = await before.restart();
  offline.cut();
  await offline.loader.start();
  expect(await launched(offline)).toEqual({ beta: true, export: true });
  offline.clock.set(offline.clock.now() + 2 * hourMs);
  const nextStart = await offline.restart();
  nextStart.cut();
  await nextStart.loader.start();
  expect(await launched(nextStart)).toEqual({ export: true });
});

test('a program that is launched later offline lacks the features that have ended since', async () => {
  const harness = createOffline();
  const issued = Math.floor(harness.clock.now() / 1000);
  const featureChanges = [{ from: issued + 3600, features: { export: true } }];
  harness.passes({ features: { beta: true, export: true }, featureChanges });
  await harness.loader.start();
  harness.cut();
  const launched = async () => {
    expect(await harness.handlers.launch({})).toMatchObject({ ok: true });
    harness.launcher.exit({ exitCode: 0, signal: null });
    await settled();
    return JSON.parse(harness.launcher.lines.at(-1) ?? '') as unknown;
  };
  expect(await launched()).toMatchObject({ features: { beta: true, export: true } });
  await harness.clock.advance(2 * hourMs);
  expect(await launched()).toMatchObject({ features: { export: true } });
});

test('the launch line has the features of the last answer, and none that was taken away', async () => {
  const { handlers, launcher, http } = await atReady();
  const features = { export: true, projects: 5 };
  http.on('check', { success: true, info: { ...accountInfo('anna'), features } });
  await handlers.launch({});
  expect(JSON.parse(launcher.lines[0] ?? '')).toMatchObject({ features });
  launcher.exit({ exitCode: 0, signal: null });
  await settled();
  http.on('check', { success: true, info: accountInfo('anna') });
  await handlers.launch({});
  expect(JSON.parse(launcher.lines[1] ?? '')).not.toHaveProperty('features');
});

test('a program gets no features if the pass ends while its files are verified', async () => {
  const before = createOffline();
  before.passes({ features: { beta: true } });
  await before.loader.start();
  const { loader, cut, clock, view, handlers, launcher } = await before.restart();
  cut();
  await loader.start();
  view.onPublish = ({ step }) => {
    if (step === 'starting-app') clock.set(clock.now() + 25 * hourMs);
  };
  await handlers.launch({});
  expect(JSON.parse(launcher.lines.at(-1) ?? '')).not.toHaveProperty('features');
});
