// Texts of a service are cleaned in every field that the loader reads: they contain no marks that
// change the text direction, no hidden characters and no stacked marks, and are limited in length.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLines, cleanName, cleanText } from '@latchkey/client/seller-text.ts';
import type { Scripted } from '../support/fake-http.ts';
import { atForm, atReady, createHarness, type Harness, form } from './harness.ts';

const hostile = `Pro\u202egpj.exe\u2066\u200f${'Z\u0300\u0301\u0302\u0303'.repeat(3)}\u200b\u0007\ud800 ${'x'.repeat(5000)}`;
const unfit = /(?!\n)\p{Cc}|[\p{Cs}\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]|\p{M}{3}/u;

/** Returns every text in a snapshot, with its path. */
function textsIn(value: unknown, place = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => textsIn(inside, `${place}.${name}`));
}

function expectFit(value: unknown): void {
  for (const [place, text] of textsIn(value)) {
    expect(text, place).not.toMatch(unfit);
    expect(Array.from(text).length, place).toBeLessThanOrEqual(1000);
  }
}

function expectAllFit({ view }: Harness): void {
  expectFit(view.published);
}

const info = (name: string) => ({
  username: name,
  subscriptions: [
    { subscription: hostile, key: hostile, expiry: '4000000000', timeleft: 1, level: hostile },
  ],
  ip: hostile,
  hwid: hostile,
  createdate: '1700000000',
  lastlogin: '1700000000',
});
const refusal = (reason: string): Scripted => ({
  success: false,
  reason,
  message: hostile,
  bannedReason: hostile,
  version: hostile,
  download: `https://get.example/${'x'.repeat(3000)}`,
  lapsed: [{ subscription: hostile, expiry: '1700000000', paused: true }],
  computers: [{ id: 'x', name: hostile, system: hostile, lastSeen: 1e300 }],
  resets: { left: 1e300, next: 1e300 },
  ticket: hostile,
});

describe('texts in the snapshot', () => {
  test('contain no hidden characters after a sign-in, an announcement, a check and a receipt', async () => {
    const harness = createHarness({ config: { announcementVariable: 'announcement' } });
    const { http, handlers, clock } = harness;
    http.on('login', { success: true, message: hostile, info: info('anna') });
    http.on('check', { success: true, message: hostile, info: info('anna') });
    http.on('var', { success: true, message: `${hostile}\n${hostile}` });
    http.on('upgrade', {
      success: true,
      message: hostile,
      redeemed: { subscription: hostile, level: hostile, seconds: 86_400 },
    });
    await harness.loader.start();
    await handlers.signIn(form);
    await clock.advance(0);
    expect(harness.at('ready').announcement?.text).toContain('Pro gpj.exe');
    expectFit(await handlers.redeem({ username: 'anna', key: 'NW-1' }));
    await clock.advance(0);
    expectAllFit(harness);
    expect(harness.at('ready').account.subscriptions[0]?.name.length).toBe(100);
  });

  test.each([
    'refused',
    'bad-credentials',
    'banned',
    'blacklisted',
    'no-subscription',
    'subscription-paused',
    'wrong-device',
    'app-paused',
    'app-disabled',
    'app-unknown',
    'rate-limited',
  ])('contain no hidden characters after a refused sign-in: %s', async (reason) => {
    const harness = await atForm();
    harness.http.on('login', refusal(reason));
    expectFit(await harness.handlers.signIn(form));
    expectAllFit(harness);
  });

  test('contain no hidden characters in lists of computers and sessions', async () => {
    const { http, handlers } = await atReady();
    const texts = { name: hostile, system: hostile, computer: hostile, version: hostile };
    const entries = ['x', hostile, 'a\u202eb'].map((id) => ({
      id,
      ...texts,
      lastSeen: 1e300,
      since: 1e300,
    }));
    http.on('computers', { success: true, computers: entries });
    http.on('sessions', { success: true, sessions: entries });
    for (const list of [await handlers.readComputers({}), await handlers.readSessions({})]) {
      expect(list).toMatchObject({ ok: true, value: [{ id: 'x' }] });
      expectFit(list);
    }
  });

  test('contain no hidden characters after a required update', async () => {
    const harness = createHarness();
    harness.http.on('init', refusal('update-required'));
    await harness.loader.start();
    expect(harness.at('update-required').requiredVersion).toContain('Pro gpj.exe');
    expectAllFit(harness);
  });

  test('contain no hidden characters after a refused redeem', async () => {
    const harness = await atForm();
    for (const reason of ['key-used', 'key-banned', 'no-plan-for-level', 'something-new']) {
      harness.http.on('upgrade', refusal(reason));
      expectFit(await harness.handlers.redeem({ username: 'anna', key: 'NW-1' }));
    }
  });

  test('have no control characters in a user name, which is still sent unchanged', async () => {
    const harness = await atForm();
    const username = `na\u200fdia${'\u0300'.repeat(5)}`;
    harness.http.on('login', { success: true, message: '', info: info(username) });
    await harness.handlers.signIn({ ...form, username });
    const shown = harness.at('ready').account.username;
    expect(shown).not.toMatch(unfit);
    await harness.handlers.redeem({ username: shown, key: 'NW-1' });
    const sent = harness.http.sent.find(({ params }) => params['type'] === 'upgrade');
    expect(sent?.params['username']).toBe(username);
  });
});

describe('any text', () => {
  const anyText = fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 400 })
    .map((points) => String.fromCodePoint(...points));

  test('becomes readable and bounded, and a second cleaning does not change it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const [clean, most] of [
          [cleanText(text) ?? '', 300],
          [cleanName(text), 100],
          [cleanLines(text) ?? '', 1000],
        ] as const) {
          expect(clean).not.toMatch(unfit);
          expect(Array.from(clean).length).toBeLessThanOrEqual(most);
        }
        expect(cleanName(cleanName(text))).toBe(cleanName(text));
      }),
    );
  });

  test('keeps characters that scripts and emoji need', () => {
    for (const text of ['Nguyễn', 'שָׁלוֹם', 'می‌خواهم', '👩‍💻 1️⃣', '한국어', 'ประเทศไทย'])
      expect(cleanText(text)).toBe(text.normalize('NFC'));
  });
});
