// The installed program and the offered release, also with a service that lies.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { atReady } from './harness.ts';
import { atProgram, createDeliveryHarness, releaseOf } from './delivery-harness.ts';
import { acceptEveryName, newSessions, three } from './saved-accounts-parts.ts';

describe('the offer', () => {
  test('is requested after the sign-in, for this platform and channel', async () => {
    const harness = createDeliveryHarness({ config: { channel: 'beta' } });
    expect(harness.program().next).toBe('look');
    await harness.loader.start();
    expect(harness.http.types()).not.toContain('release');
    await harness.handlers.signIn({ username: 'anna', password: 'x', remember: false });
    await harness.clock.advance(0);
    const asked = harness.http.sent.find(({ params }) => params['type'] === 'release');
    expect(asked?.params).toMatchObject({ platform: 'linux-x64', channel: 'beta' });
    expect(asked?.params['challenge']).toBeTruthy();
    expect(harness.program()).toMatchObject({
      installed: null,
      available: { version: '2.5', notes: 'News', size: 214_000_000, stored: 96_000_000 },
      size: null,
      next: 'install',
    });
  });

  test('allows no action if nothing is offered or installed', async () => {
    const { program } = await atProgram({ offered: null });
    expect(program().next).toBe('nothing');
  });

  test.each([4, 5])('is not new at sequence %i if 5 is installed', async (sequence) => {
    const { program } = await atProgram({ installed: 5, offered: releaseOf(sequence) });
    expect(program()).toMatchObject({ available: null, next: 'launch', size: 214_000_000 });
  });

  test.each([
    [5, 'News'],
    [4, ''],
  ])(
    'at sequence %i gives the installed version of sequence 5 the notes "%s"',
    async (sequence, notes) => {
      const { program } = await atProgram({ installed: 5, offered: releaseOf(sequence) });
      expect(program().installed).toMatchObject({ notes });
    },
  );

  test('is renewed by checks and by Retry', async () => {
    const harness = await atProgram({ installed: 5, offered: releaseOf(5) });
    harness.offer(releaseOf(6));
    await harness.clock.advance(5 * 60_000);
    expect(harness.program().available).toMatchObject({ version: '2.6' });
    harness.offer(releaseOf(7));
    await harness.handlers.retry({});
    expect(harness.program().available).toMatchObject({ version: '2.7' });
  });

  test('shows a failure only if nothing is installed', async () => {
    const first = createDeliveryHarness();
    first.http.on('release', { fault: 'offline' });
    await first.loader.start();
    await first.handlers.signIn({ username: 'anna', password: 'x', remember: false });
    await first.clock.advance(0);
    expect(first.session().notice).toMatchObject({ failure: { code: 'offline' } });
    expect(first.program().next).toBe('nothing');
    const second = createDeliveryHarness({ installed: 5 });
    second.http.on('release', { fault: 'offline' });
    await second.loader.start();
    await second.handlers.signIn({ username: 'anna', password: 'x', remember: false });
    await second.clock.advance(0);
    expect(second.session().notice).toBeNull();
    expect(second.program().next).toBe('launch');
  });

  test('is removed before the next user signs in', async () => {
    const harness = await atProgram();
    expect(harness.program().next).toBe('install');
    await harness.handlers.signOut({});
    await settled();
    expect(harness.program()).toMatchObject({ available: null, next: 'look' });
  });

  test.each(newSessions)('is requested again after %s', async (_, change) => {
    const { anna: first, bob } = three();
    const harness = createDeliveryHarness({ installed: 5, saved: [first, bob] });
    const { at, clock, loader, program } = harness;
    acceptEveryName(harness);
    await loader.start();
    await clock.advance(0);
    expect(program()).toMatchObject({ installed: { version: '2.5' }, available: null });
    harness.offer(releaseOf(6));
    await change(harness);
    expect(at('ready').account.username).not.toBe('anna');
    await clock.advance(0);
    await settled();
    expect(program()).toMatchObject({ available: { version: '2.6' }, next: 'launch' });
  });

  test('is neither requested nor in the snapshot without `delivery`', async () => {
    const { session, http, handlers } = await atReady();
    expect(session().program).toBeNull();
    expect(http.types()).not.toContain('release');
    expect(await handlers.installProgram({})).toMatchObject({ failure: { code: 'out-of-order' } });
  });
});

describe('a dishonest service', () => {
  test.each([
    ['another host', { manifest: '@evil.example/x' }],
    ['a URL without scheme', { chunks: '//evil.example/' }],
    ['an absolute URL', { manifest: 'https://evil.example/' }],
    ['a path outside the API', { chunks: '/api/../../x/' }],
    ['an invalid hash', { manifestSha256: 'A'.repeat(64) }],
    ['a manifest that is too large', { manifestSize: 17 * 1024 * 1024 }],
    ['a negative size', { size: -1 }],
    ['a fractional size', { stored: 0.5 }],
    ['a fractional sequence', { sequence: 1.5 }],
    ['sequence 0', { sequence: 0 }],
    ['a version with hidden characters', { version: '2.\u202e0' }],
    ['notes that are too long', { notes: 'x'.repeat(10_001) }],
  ])('is refused if its release has %s', async (_, more) => {
    const harness = await atProgram({ offered: releaseOf(5, more) });
    expect(harness.program()).toMatchObject({ available: null, next: 'nothing' });
    expect(harness.session().notice).toMatchObject({ failure: { code: 'bad-reply' } });
    expect(harness.store.runs).toHaveLength(0);
  });

  test('is refused if it answers another request', async () => {
    const harness = await atProgram({ installed: 4, offered: releaseOf(4) });
    harness.offer(releaseOf(6));
    harness.http.tamper((answer) => ({ ...answer, body: Buffer.from('{"success":true}') }));
    await harness.handlers.retry({});
    expect(harness.program().available).toBeNull();
  });

  test('cannot show hidden or reordering characters in release notes', async () => {
    const { program } = await atProgram({ offered: releaseOf(5, { notes: 'a\u202eb\n\n\n\nc' }) });
    expect(program().available?.notes).toBe('a b\n\nc');
  });
});
