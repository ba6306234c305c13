// Sign-ins and account commands against services that misbehave: one answers success to every
// request, one replays an old answer, and one answers after the command was cancelled.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, type Scripted, type SignedAnswer } from '../support/fake-http.ts';
import { anna, atForm, atReady, type Harness } from './harness.ts';
import { key, names, startWith, three } from './saved-accounts-parts.ts';

interface Way {
  readonly type: string;
  /** The answer of an honest service. */
  readonly honest: Scripted;
  readonly open: () => Promise<Harness>;
  readonly act: (harness: Harness) => Promise<unknown>;
}

const account = { ...anna, key, email: null, remember: true };
const signedInAs = (username: string) => ({ success: true, info: accountInfo(username) });
const keptKey = three().key;
const keptBob = { ...three().bob, auto: false };

/** Commands that sign in. */
const waysIn: Readonly<Record<string, Way>> = {
  'creating an account': {
    type: 'register',
    honest: signedInAs('anna'),
    open: () => atForm(),
    act: ({ handlers }) => Promise.resolve(handlers.register(account)),
  },
  'a key alone': {
    type: 'license',
    honest: signedInAs(key),
    open: () => atForm(),
    act: ({ handlers }) => Promise.resolve(handlers.signInWithKey({ key, remember: true })),
  },
  'a kept sign-in': {
    type: 'login',
    honest: signedInAs('bob'),
    open: () => startWith(keptBob, keptKey),
    act: ({ handlers }) => Promise.resolve(handlers.signInWithSaved({ id: keptBob.id })),
  },
  'a kept key': {
    type: 'license',
    honest: signedInAs(key),
    open: () => startWith(keptKey, keptBob),
    act: ({ handlers }) => Promise.resolve(handlers.signInWithSaved({ id: keptKey.id })),
  },
};

/** Commands that do not change who is signed in. */
const others: Readonly<Record<string, Way>> = {
  'a forgotten password': {
    type: 'forgot',
    honest: { success: true, message: 'Successfully sent email to change password.' },
    open: () => atForm(),
    act: ({ handlers }) =>
      Promise.resolve(handlers.forgot({ username: 'anna', email: 'anna@example.com' })),
  },
  'another user name': {
    type: 'changeUsername',
    honest: { success: true, message: 'Successfully changed username.' },
    open: () => atReady(),
    act: ({ handlers }) => Promise.resolve(handlers.changeUsername({ newUsername: 'anne' })),
  },
};

const bare = { success: true, message: 'ok' };

describe.each(Object.entries(waysIn))('%s', (_what, { type, honest, open, act }) => {
  test('signs in with an honest service', async () => {
    const harness = await open();
    harness.http.on(type, honest);
    await act(harness);
    harness.at('ready');
  });

  test('does not sign in or change saved sign-ins if the service answers success to every request', async () => {
    const harness = await open();
    const before = names(harness);
    for (const one of ['register', 'license', 'login', 'check']) harness.http.on(one, bare);
    await act(harness);
    await harness.loader.settled();
    expect(harness.walk()).not.toContain('ready');
    expect(names(harness)).toEqual(before);
  });

  test('does not sign in on a replayed answer', async () => {
    const first = await open();
    const old = await answerTo(first, type, honest, act);
    const harness = await open();
    const before = names(harness);
    for (const one of [type, 'login']) harness.http.on(one, honest);
    harness.http.tamper((answer) =>
      ['init', 'check'].includes(harness.http.types().at(-1) ?? '') ? answer : old,
    );
    await act(harness);
    await harness.loader.settled();
    expect(harness.walk()).not.toContain('ready');
    expect(names(harness)).toEqual(before);
  });

  test('does not sign in on an answer after a cancel', async () => {
    const harness = await open();
    const before = names(harness);
    const release = harness.http.hold(type);
    const acting = act(harness);
    await settled();
    await harness.handlers.cancel({});
    await acting;
    release(honest);
    await settled();
    expect(harness.walk()).not.toContain('ready');
    expect(names(harness)).toEqual(before);
  });
});

describe.each(Object.entries(others))('%s', (_what, { type, honest, open, act }) => {
  test('succeeds with an honest service', async () => {
    const harness = await open();
    harness.http.on(type, honest);
    expect(await act(harness)).toMatchObject({ ok: true });
  });

  test('fails on a replayed answer', async () => {
    const old = await answerTo(await open(), type, honest, act);
    const harness = await open();
    harness.http.on(type, honest);
    harness.http.on('check', { success: true, info: accountInfo('anna') });
    const { kind } = harness.phase();
    harness.http.tamper((answer) => (harness.http.types().at(-1) === type ? old : answer));
    expect(await act(harness)).toMatchObject({ ok: false });
    expect(harness.phase().kind).toBe(kind);
  });

  test('changes nothing if the answer arrives after a cancel', async () => {
    const harness = await open();
    harness.http.on('check', { success: true, info: accountInfo('anna') });
    const { kind } = harness.phase();
    const release = harness.http.hold(type);
    const acting = act(harness);
    await settled();
    await harness.handlers.cancel({});
    expect(await acting).toMatchObject({ ok: false });
    release(honest);
    await settled();
    expect(harness.phase().kind).toBe(kind);
  });
});

/** Returns a signed answer to another request. */
async function answerTo(
  harness: Harness,
  type: string,
  honest: Scripted,
  act: Way['act'],
): Promise<SignedAnswer> {
  const caught: SignedAnswer[] = [];
  // The fake challenges repeat for each loader. One more exchange makes this one different.
  const { handlers } = harness;
  if (harness.phase().kind === 'ready') await handlers.retry({});
  else await handlers.forgot({ username: 'anna', email: 'anna@example.com' });
  harness.http.on(type, honest);
  harness.http.tamper((answer) => {
    if (harness.http.types().at(-1) === type) caught.push(answer);
    return answer;
  });
  await act(harness);
  const [old] = caught;
  if (old === undefined) throw new Error('It was not asked');
  return old;
}
