// The precedence of reasons and texts that decide what a refusal means.
import { describe, expect, test } from 'vitest';
import { classify } from '../src/classify.ts';
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import { failureAnswer } from '@latchkey/protocol/envelope.ts';
import { defaultTexts, isReason, reasons } from '@latchkey/protocol/reasons.ts';

const read = (operation: ClientType, fields: object, messages = {}) =>
  classify(operation, failureAnswer.parse({ success: false, ...fields }), messages, 1_000_000);
const codeOf = (operation: ClientType, fields: object, messages = {}) =>
  read(operation, fields, messages).facts.code;

test.each(reasons)('reason %s and its default text have the same meaning', (reason) => {
  const operation = reason === 'user-unknown' ? 'upgrade' : 'login';
  const expected = reason === 'internal' ? 'server-down' : reason;
  expect(codeOf(operation, { reason, message: 'anything' })).toBe(expected);
  expect(codeOf(operation, { message: defaultTexts[reason] })).toBe(expected);
  expect(read(operation, { message: defaultTexts[reason] }).sellerText).toBeNull();
});

describe('an offer to remove a computer', () => {
  const laptop = { id: 'x', name: 'lap\u202etop', system: 'Linux', lastSeen: 1700000000 };
  const offer = { computers: [laptop], ticket: 'y', resets: { left: 1, next: 1800000000 } };
  const removalIn = (more: object, reason = 'wrong-device') =>
    read('login', { reason, message: 'text', ...offer, ...more }).removal;

  const expected = {
    id: 'x',
    name: 'lap top',
    system: 'Linux',
    lastSeenAt: 1_700_000_000_000,
    offlineUntil: null,
    isSeatHeld: false,
  };

  test('says until when a computer works offline, and ignores what is malformed', () => {
    const first = (more: object) =>
      removalIn({ computers: [{ ...laptop, ...more }] })?.computers[0];
    const offlineUntil = 1_800_000_000_000;
    expect(first({ until: 1800000000 })).toEqual({ ...expected, offlineUntil });
    expect(first({ until: 1800000000, held: true })).toMatchObject({ isSeatHeld: true });
    expect(first({ until: 'soon', held: 1 })).toEqual(expected);
  });

  test('has the computers with cleaned names, the removals and the ticket', () => {
    expect(removalIn({})).toEqual({
      computers: [expected],
      left: 1,
      nextAt: 1_800_000_000_000,
      ticket: 'y',
    });
  });
  test.each([
    [1e300, 9999],
    [-3, 0],
    [1.7, 1],
  ])('has a count of at most four digits: %d', (left, shown) => {
    expect(removalIn({ resets: { left, next: null } })?.left).toBe(shown);
  });
  test('allows no removal without a ticket', () => {
    expect(removalIn({ ticket: undefined })).toMatchObject({ left: 0, ticket: null });
  });
  test.each([
    ['no removals', { resets: undefined }],
    ['malformed removals', { resets: 'many' }],
    ['no computers', { computers: [] }],
    ['malformed computers', { computers: [{ id: 'x' }] }],
    [
      'only computers that no request can name',
      { computers: [{ ...laptop, id: 'x'.repeat(101) }] },
    ],
  ])('is missing in an answer with %s', (_, more) => {
    expect(removalIn(more)).toBeNull();
  });
  test('is ignored in any other refusal', () => {
    expect(removalIn({}, 'bad-credentials')).toBeNull();
  });
});

describe('the cause of an ended session', () => {
  const gone = { reason: 'session-gone', message: defaultTexts['session-gone'] };
  test.each(['computer-removed', 'password-changed', 'ended-elsewhere', 'session-limit'])(
    '%s is reported as a fact',
    (ended) => {
      expect(read('check', { ...gone, ended }).facts).toEqual({ code: 'session-gone', ended });
    },
  );
  test.each(['moon-phase', 7, null])('%s counts as unknown', (ended) => {
    expect(read('check', { ...gone, ended }).facts).toEqual({ code: 'session-gone' });
  });
});

describe('precedence', () => {
  test('a reason takes precedence over every text', () => {
    expect(
      codeOf(
        'login',
        { reason: 'banned', message: '2FA code required.' },
        { '2FA code required.': 'app-paused' },
      ),
    ).toBe('banned');
  });
  test('an unknown reason is ignored', () => {
    expect(codeOf('login', { reason: 'moon-phase', message: '2FA code required.' })).toBe(
      'code-needed',
    );
    expect(isReason('constructor')).toBe(false);
    expect(codeOf('login', { reason: 'constructor', message: '__proto__' })).toBe('refused');
  });
  test("the protocol takes precedence over the seller's map", () => {
    expect(codeOf('init', { message: 'invalidver' }, { invalidver: 'app-paused' })).toBe(
      'update-required',
    );
  });
  test("the seller's map takes precedence over default texts", () => {
    expect(codeOf('login', { message: 'Invalid username' }, { 'Invalid username': 'banned' })).toBe(
      'banned',
    );
    expect(
      codeOf(
        'login',
        { message: ' Falsches Passwort ' },
        { 'Falsches Passwort': 'bad-credentials' },
      ),
    ).toBe('bad-credentials');
  });
  test("an unknown text means refused, with the seller's text", () => {
    expect(read('login', { message: 'Nur am Dienstag' })).toEqual({
      facts: { code: 'refused' },
      sellerText: 'Nur am Dienstag',
      lapsed: null,
      removal: null,
    });
  });
});

describe('other wordings', () => {
  test.each([
    ['login', 'Password does not match.', 'bad-credentials'],
    ['login', 'Invalid username', 'bad-credentials'],
    ['login', 'Username not found.', 'bad-credentials'],
    ['upgrade', 'Invalid username', 'user-unknown'],
    ['upgrade', 'Key Not Found.', 'key-unknown'],
    ['upgrade', 'Key Already Used.', 'key-used'],
    ['login', 'No active subscriptions found.', 'no-subscription'],
    ['check', 'Session is not validated.', 'not-signed-in'],
    ['check', 'Bitte neu anmelden', 'not-signed-in'],
    [
      'login',
      'Session not found. If you get this frequently, ask the developer to use the latest example code',
      'session-gone',
    ],
    [
      'login',
      'Session not found. Use latest code. You can only have app opened 1 at a time',
      'session-gone',
    ],
    [
      'login',
      'HWID must be 20 or more characters, change this in app settings.',
      'device-id-invalid',
    ],
    [
      'login',
      'Force HWID is enabled, disable in app settings if you want to use blank HWIDs',
      'device-id-invalid',
    ],
    ['init', 'This application has sent too many requests. Try again in a minute.', 'rate-limited'],
    ['init', 'VPNs are blocked on this application', 'refused'],
  ] as const)('%s: %s', (operation, message, expected) => {
    expect(codeOf(operation, { message })).toBe(expected);
  });
});

describe("the seller's text", () => {
  test('is reduced to one bounded line without control characters or direction marks', () => {
    const { sellerText } = read('login', {
      message: `  a\u0000b\n\u202ec\u2066d${'🔑'.repeat(2000)}`,
    });
    expect(sellerText?.startsWith('a b c d🔑')).toBe(true);
    expect(Array.from(sellerText ?? '').length).toBeLessThanOrEqual(300);
    expect(sellerText).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  });
  test('is null when nothing readable is left', () => {
    expect(read('login', { message: ' \u0007\n ' }).sellerText).toBeNull();
    expect(read('login', {}).sellerText).toBeNull();
  });
  test('is also available if the failure has a reason', () => {
    expect(read('login', { reason: 'banned', message: 'Ask Tom.' }).sellerText).toBe('Ask Tom.');
  });
});

test('malformed extra facts are treated as missing', () => {
  expect(
    read('upgrade', { reason: 'key-used', usedByYou: 'yes', expiry: {}, lapsed: 'none' }),
  ).toEqual({
    facts: { code: 'key-used', usedByYou: false, expiresAt: null, afterLostAnswer: false },
    sellerText: null,
    lapsed: null,
    removal: null,
  });
});
