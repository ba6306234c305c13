// Tests of the wire's schemas: they accept variations between servers, and their output is strict.
import { describe, expect, it } from 'vitest';
import { clientSpec } from '../src/client-spec.ts';
import { failureAnswer, signedBytes } from '../src/envelope.ts';
import { code, keyText, password, unixSeconds, username } from '../src/primitives.ts';

const login = {
  success: true,
  message: 'Logged in!',
  info: {
    username: 'anna',
    subscriptions: [{ subscription: 'Pro', expiry: '1800000000', timeleft: 5, level: '1' }],
    ip: '127.0.0.1',
    hwid: null,
    createdate: '1700000000',
    lastlogin: '',
  },
};

describe('schema of login answers', () => {
  it('converts numbers and drops unknown fields', () => {
    expect(clientSpec.login.success.parse({ ...login, extra: 1 })).toEqual({
      success: true,
      message: 'Logged in!',
      info: {
        username: 'anna',
        subscriptions: [{ subscription: 'Pro', expiry: 1800000000, level: '1', since: null }],
        ip: '127.0.0.1',
        hwid: null,
        createdate: 1700000000,
        lastlogin: null,
      },
    });
  });

  it.each([
    ['expiry as number', [{ subscription: 'Pro', expiry: 1800000000 }]],
    ['level as number', [{ subscription: 'Pro', expiry: '1800000000', level: 1 }]],
    ['one object instead of a list', { subscription: 'Pro', expiry: '1800000000' }],
  ])('accepts %s', (_name, subscriptions) => {
    const parsed = clientSpec.login.success.parse({
      ...login,
      info: { ...login.info, subscriptions },
    });
    expect(parsed.info.subscriptions[0]?.expiry).toBe(1800000000);
  });

  it('reads the facts about computers, and treats a malformed fact as missing', () => {
    const facts = {
      computers: { used: 1, allowed: 3 },
      resets: { left: 0, next: 1800000000 },
      can: ['removecomputer'],
    };
    const read = (more: object) =>
      clientSpec.login.success.parse({ ...login, info: { ...login.info, ...more } }).info;
    expect(read(facts)).toMatchObject(facts);
    for (const more of [{}, { computers: 3, resets: 'none', can: 'all' }]) {
      const { computers, resets, can } = read(more);
      expect([computers, resets, can]).toEqual([undefined, undefined, undefined]);
    }
  });

  it.each([
    ['no info', { ...login, info: undefined }],
    ['info without a user name', { ...login, info: { subscriptions: [] } }],
    [
      'an expiry that is not a time',
      {
        ...login,
        info: { ...login.info, subscriptions: [{ subscription: 'Pro', expiry: 'soon' }] },
      },
    ],
    ['a failure', { success: false, message: 'Logged in!' }],
    ['success as text', { ...login, success: 'true' }],
  ])('refuses %s', (_name, answer) => {
    expect(clientSpec.login.success.safeParse(answer).success).toBe(false);
  });
});

describe('schema of failures', () => {
  it('reads the offer to remove a computer, and treats a malformed one as missing', () => {
    const refused = { success: false, reason: 'wrong-device' };
    const [desk] = [{ id: 'x', name: 'Desk', system: '', lastSeen: null }];
    const offer = { computers: [desk], ticket: 'y', resets: { left: 1, next: null } };
    expect(failureAnswer.parse({ ...refused, ...offer })).toMatchObject(offer);
    const bad = { computers: [{ id: 7 }], ticket: 7, resets: 1, ended: 7 };
    for (const more of [{}, bad]) {
      const { computers, ticket, resets, ended } = failureAnswer.parse({ ...refused, ...more });
      expect([computers, ticket, resets, ended]).toEqual(Array(4).fill(undefined));
    }
  });

  it('treats a malformed extra field as missing', () => {
    expect(
      failureAnswer.parse({
        success: false,
        message: 5,
        reason: 7,
        retryAfter: 'x',
        lapsed: 'none',
        usedByYou: 'yes',
      }),
    ).toMatchObject({
      message: '',
      reason: null,
      retryAfter: null,
      lapsed: null,
      usedByYou: false,
    });
  });
});

describe('schemas of user input', () => {
  it('trims and composes user names and keys, never passwords', () => {
    expect(username.parse('  Zoe\u0308 \n')).toBe('Zo\u00eb');
    expect(keyText.parse('\tAB-12\r\n')).toBe('AB-12');
    expect(password.parse('  Zoe\u0308 ')).toBe('  Zoe\u0308 ');
  });

  it.each([
    ['no characters', ''],
    ['white space only', '   '],
    ['a control character', 'a\u0000b'],
    ['a line end', 'a\nb'],
    ['a lone surrogate', 'a\ud800b'],
    ['71 characters', 'a'.repeat(71)],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])('refuses a user name with %s', (_name, text) => {
    expect(username.safeParse(text).success).toBe(false);
  });

  it.each([
    ['emoji', '\u{1f511}'],
    ['right-to-left letters', '\u05d0\u05d1'],
    ['70 characters', 'a'.repeat(70)],
  ])('accepts a user name with %s', (_name, text) => {
    expect(username.parse(text)).toBe(text);
  });

  it('refuses passwords that cannot be sent unchanged', () => {
    for (const text of ['', 'a\u0000', '\udc00', 'a'.repeat(1025)]) {
      expect(password.safeParse(text).success).toBe(false);
    }
    expect(password.safeParse('a'.repeat(1024)).success).toBe(true);
  });

  it('keeps the leading zeros of a code and accepts only six digits', () => {
    for (const text of ['000042', '\u0660\u0660\u0660\u0660\u0664\u0662', '000 042'])
      expect(code.parse(text)).toBe('000042');
    for (const text of ['42', '0000420', '00 042', '00004x']) {
      expect(code.safeParse(text).success).toBe(false);
    }
  });
});

describe('schema of times', () => {
  it.each([
    ['1800000000', 1800000000],
    [1800000000, 1800000000],
    ['10438448400', 10438448400],
    ['999999999999999', 999999999999999],
  ])('parses %s', (given, expected) => {
    expect(unixSeconds.parse(given)).toBe(expected);
  });

  it.each(['', 'never', '1e400', Number.NaN, Number.POSITIVE_INFINITY, null, {}])(
    'refuses %s',
    (given) => {
      expect(unixSeconds.safeParse(given).success).toBe(false);
    },
  );
});

it('signs the timestamp text followed directly by the raw body', () => {
  const bytes = signedBytes('1700000000', new Uint8Array([0x7b, 0xff, 0x7d]));
  expect([...bytes]).toEqual([...new TextEncoder().encode('1700000000'), 0x7b, 0xff, 0x7d]);
});
