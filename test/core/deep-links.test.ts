// Deep links in the core: a link is shown in every phase, sends nothing, is used once, and is
// removed at sign-out.
import { describe, expect, test } from 'vitest';
import type { PhaseKind } from '../../src/shared/session.ts';
import { settled } from '../support/fake-clock.ts';
import { anna, atCode, atForm, atReady, createHarness, form, type Harness } from './harness.ts';

const link = { kind: 'redeem', key: 'NWND-LINK-0001' } as const;
const types = ({ http }: Harness) => http.types();

describe('a link', () => {
  const states: readonly (readonly [PhaseKind, () => Promise<Harness>])[] = [
    ['starting', () => Promise.resolve(createHarness())],
    ['signed-out', () => atForm()],
    ['code-needed', () => atCode()],
    ['ready', () => atReady()],
    [
      'running',
      async () => {
        const harness = await atReady();
        await harness.handlers.launch({});
        return harness;
      },
    ],
  ];
  for (const [phase, at] of states)
    test(`in ${phase}: is in the snapshot, changes no phase and sends nothing`, async () => {
      const harness = await at();
      expect(harness.phase().kind).toBe(phase);
      const before = { ...harness.session(), types: types(harness) };
      harness.loader.deepLink(link);
      await settled();
      const { revision, deepLink, ...rest } = harness.session();
      expect({ ...rest, types: types(harness) }).toEqual({
        ...before,
        revision: undefined,
        deepLink: undefined,
      });
      expect(deepLink).toEqual({ ...link, id: 1 });
      expect(revision).toBe(before.revision + 1);
      expect(harness.log.text()).not.toContain(link.key);
    });

  test('stays in the snapshot from the start until Ready', async () => {
    const harness = createHarness();
    harness.loader.deepLink(link);
    await harness.loader.start();
    harness.at('signed-out');
    expect(harness.session().deepLink).toEqual({ ...link, id: 1 });
    await harness.handlers.signIn(form);
    harness.at('ready');
    expect(harness.session().deepLink).toEqual({ ...link, id: 1 });
    expect(types(harness)).not.toContain('upgrade');
  });

  test('does not affect a sign-in in flight', async () => {
    const harness = await atForm();
    const signingIn = harness.handlers.signIn(form);
    harness.loader.deepLink(link);
    expect(await signingIn).toEqual({ ok: true, value: null });
    harness.at('ready');
    expect(harness.session().deepLink?.id).toBe(1);
  });

  test('is removed once it is used, even for a reloaded page', async () => {
    const { loader, handlers, session } = await atForm();
    loader.deepLink(link);
    expect(await handlers.dropDeepLink({ id: 1 })).toEqual({ ok: true, value: null });
    expect(session().deepLink).toBeNull();
    const { revision } = session();
    await handlers.dropDeepLink({ id: 1 });
    expect(session().revision).toBe(revision);
  });

  test('is replaced by a newer link, which a dismissal of the older one does not remove', async () => {
    const { loader, handlers, session } = await atForm();
    loader.deepLink(link);
    loader.deepLink({ kind: 'register', key: 'NWND-LINK-0002' });
    await handlers.dropDeepLink({ id: 1 });
    expect(session().deepLink).toEqual({ kind: 'register', key: 'NWND-LINK-0002', id: 2 });
  });

  test('is published with a new id if it arrives again', async () => {
    const { loader, handlers, session } = await atForm();
    loader.deepLink(link);
    await handlers.dropDeepLink({ id: 1 });
    loader.deepLink(link);
    expect(session().deepLink).toEqual({ ...link, id: 2 });
  });

  test('is removed at sign-out and not shown to the next user', async () => {
    const harness = await atReady();
    harness.loader.deepLink(link);
    await harness.handlers.signOut({});
    expect(harness.session()).toMatchObject({ phase: { kind: 'signed-out' }, deepLink: null });
    await harness.handlers.signIn({ ...anna, username: 'ben', remember: false });
    expect(harness.session().deepLink).toBeNull();
  });

  test('stays if the user goes back to the form', async () => {
    const harness = await atCode();
    harness.loader.deepLink(link);
    await harness.handlers.goBack({});
    expect(harness.session()).toMatchObject({ phase: { kind: 'signed-out' }, deepLink: { id: 1 } });
  });

  test('is not published after the program has stopped', async () => {
    const { loader, view } = await atForm();
    loader.stop();
    const { length } = view.published;
    loader.deepLink(link);
    expect(view.published).toHaveLength(length);
  });
});
