// The options that follow the account against the real service: two loaders of one account, the
// seller, and another user.
import { afterEach, expect, test } from 'vitest';
import { sellerOf } from '../../packages/service/test/support/seller-client.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { form, startRealLoader } from './real-loader.ts';

const started: TestService[] = [];
const config = { options: [{ name: 'theme', label: 'Theme', values: ['Light', 'Dark', 'Größe'] }] };

afterEach(async () => {
  for (const service of started.splice(0)) await service.close();
});

async function open() {
  const service = await startTestService();
  started.push(service);
  const user = await service.addUser({ username: 'anna' });
  const signedIn = async (who = user) => {
    const loader = await startRealLoader(service, {}, null, config);
    await loader.handlers.signIn(form(who));
    loader.at('ready');
    return loader;
  };
  const seller = sellerOf(service);
  const kept = async (name: string) =>
    (await seller('getvar', { user: name, var: 'option.theme' })).body['response'];
  return { service, signedIn, seller, kept };
}

test('an option that one loader saves is used by another loader only for the same account', async () => {
  const { service, signedIn, kept } = await open();
  const bob = await signedIn(await service.addUser({ username: 'bob' }));
  const first = await signedIn();
  const second = await signedIn();
  expect(await second.handlers.readOptions({})).toMatchObject({ value: { theme: 'Light' } });
  expect(
    await first.handlers.saveOption({ name: 'theme', value: 'Größe', before: 'Light' }),
  ).toEqual({ ok: true, value: { outcome: 'saved', value: 'Größe' } });
  expect(await kept('anna')).toBe('Größe');
  expect(
    await second.handlers.saveOption({ name: 'theme', value: 'Dark', before: 'Light' }),
  ).toMatchObject({ value: { outcome: 'elsewhere', value: 'Größe' } });
  expect(await kept('anna')).toBe('Größe');
  await second.handlers.launch({});
  expect(JSON.parse(second.launcher.lines[0] ?? '')).toMatchObject({ options: { theme: 'Größe' } });
  expect(await bob.handlers.readOptions({})).toMatchObject({ value: { theme: 'Light' } });
  expect(await kept('bob')).toBeUndefined();
});

test('an option that the seller made read-only cannot be changed', async () => {
  const { signedIn, seller, kept } = await open();
  const loader = await signedIn();
  await seller('setvar', { user: 'anna', var: 'option.theme', data: 'Dark', readOnly: '1' });
  expect(await loader.handlers.readOptions({})).toMatchObject({ value: { theme: 'Dark' } });
  expect(
    await loader.handlers.saveOption({ name: 'theme', value: 'Light', before: 'Dark' }),
  ).toMatchObject({ failure: { code: 'variable-read-only' } });
  expect(await kept('anna')).toBe('Dark');
});
