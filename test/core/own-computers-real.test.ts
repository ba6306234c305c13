// Computers, sessions and password of a user against the real service: a new computer replaces an
// old one, which then says why it was signed out.
import { expect, test } from 'vitest';
import { openRemovals } from '../../packages/service/test/removals-parts.ts';
import { createFakeHardware } from '../support/fake-hardware.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { form, listedEvents, nowMs, startRealLoader } from './real-loader.ts';

type Options = NonNullable<Parameters<typeof openRemovals>[0]>;

/** Starts a service. `startOn` starts a loader on a computer with the given name. */
async function open(options: Options = {}) {
  const clock = { ms: nowMs };
  const removals = await openRemovals({ now: () => clock.ms, ...options });
  const startOn = (computerName: string) => {
    const hardware = createFakeHardware();
    hardware.values = { boardModel: computerName };
    const state = createFakeLocalState();
    state.change({ computerName });
    return startRealLoader(removals.service, {}, null, {}, { hardware, state });
  };
  const { user, service } = removals;
  const code = () => service.totpCode(user.totpSecret ?? '');
  return { ...removals, time: clock, startOn, code };
}

test('a new computer replaces an old one, which says why it was signed out', async () => {
  const { service, user, startOn } = await open();
  const bob = await service.addUser({ username: 'bob' });
  const [old, bystander, now] = [
    await startOn('old-laptop'),
    await startOn('studio'),
    await startOn('new-laptop'),
  ];
  await old.handlers.signIn(form(user));
  await bystander.handlers.signIn(form(bob));
  await now.handlers.signIn(form(user));
  const { removal } = now.at('wrong-device');
  expect(removal).toMatchObject({
    computers: [{ name: 'old-laptop', system: 'Linux' }],
    left: 2,
    nextAt: null,
  });
  const { id = '' } = removal?.computers[0] ?? {};
  expect(await now.handlers.removeComputer({ id })).toEqual({ ok: true, value: null });
  expect(now.at('ready').account).toMatchObject({
    computers: { used: 1, allowed: 1 },
    resets: { left: 1 },
  });
  expect(now.types.filter((type) => type === 'login')).toHaveLength(1);
  await old.handlers.retry({});
  expect(old.at('session-ended').ended).toBe('computer-removed');
  await bystander.handlers.retry({});
  bystander.at('ready');
  expect(await now.handlers.readComputers({})).toMatchObject({
    value: [{ name: 'new-laptop', current: true }],
  });
});

test('a user with two-factor sign-in enters one code only', async () => {
  const { user, startOn, code, time } = await open({ user: { totp: true } });
  const old = await startOn('old-laptop');
  await old.handlers.signIn(form(user));
  await old.handlers.submitCode({ code: code() });
  old.at('ready');
  time.ms += 30_000;
  const now = await startOn('new-laptop');
  await now.handlers.signIn(form(user));
  await now.handlers.submitCode({ code: code() });
  const { id = '' } = now.at('wrong-device').removal?.computers[0] ?? {};
  await now.handlers.removeComputer({ id });
  now.at('ready');
});

test('without removals the refusal is the same as before', async () => {
  const { user, startOn, setResets } = await open();
  await setResets(0);
  const old = await startOn('old-laptop');
  await old.handlers.signIn(form(user));
  const now = await startOn('new-laptop');
  await now.handlers.signIn(form(user));
  expect(now.at('wrong-device')).not.toHaveProperty('removal');
});

test('a user renames a computer, ends another session and changes the password', async () => {
  const { user, ask, startOn, time } = await open({ computers: 2 });
  await ask('updatesettings', { sessions: '1' });
  const [here, there] = [await startOn('here'), await startOn('there')];
  await here.handlers.signIn(form(user));
  // Lists are sorted by time.
  time.ms += 1000;
  await there.handlers.signIn(form(user));
  expect(here.at('ready').account.can).toEqual([
    'computers',
    'renamecomputer',
    'sessions',
    'endsession',
    'changepassword',
  ]);
  expect(await here.handlers.renameComputer({ name: 'Studio' })).toMatchObject({
    value: [
      { name: 'Studio', current: true },
      { name: 'there', current: false },
    ],
  });
  const listed = await here.handlers.readSessions({});
  const other = listed.ok ? listed.value.find(({ current }) => !current) : undefined;
  expect(other).toMatchObject({ computer: 'there', system: 'Linux' });
  expect(await here.handlers.endSessions({ id: other?.id ?? '' })).toMatchObject({
    value: [{ computer: 'Studio', current: true }],
  });
  await there.handlers.retry({});
  expect(there.at('session-ended').ended).toBe('ended-elsewhere');
  await there.handlers.goBack({});
  await there.handlers.signIn(form(user));
  there.at('ready');
  const change = { password: user.password, newPassword: 'entirely new words', code: null };
  expect(await here.handlers.changePassword(change)).toEqual({ ok: true, value: null });
  await expect
    .poll(() => listedEvents(here))
    .toMatchObject([{ kind: 'password-changed', computer: 'Studio' }]);
  await there.handlers.retry({});
  expect(there.at('session-ended').ended).toBe('password-changed');
  await here.handlers.retry({});
  here.at('ready');
  await there.handlers.goBack({});
  expect(await there.handlers.signIn(form(user))).toMatchObject({
    failure: { code: 'bad-credentials' },
  });
  await there.handlers.signIn(form({ ...user, password: change.newPassword }));
  there.at('ready');
});
