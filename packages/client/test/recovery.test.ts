// Reading recovery codes, account events and the refusal that asks for a code.
import { describe, expect, test } from 'vitest';
import { failureAnswer } from '@latchkey/protocol/envelope.ts';
import { info } from '@latchkey/protocol/client/common.ts';
import { classify } from '../src/classify.ts';
import { readAccountEvents, readRecoveryCodes } from '../src/recovery.ts';

const codes = Array.from('0123456789', (digit) => `abcd-ef${digit}x`);

test('accepts a set of recovery codes only if it is complete, unique and well-formed', () => {
  expect(readRecoveryCodes(codes)).toEqual(codes);
  for (const wrong of [
    undefined,
    [],
    codes.slice(1),
    [...codes, 'abcd-efgh'],
    codes.with(3, codes[4] ?? ''),
    codes.with(3, 'abcd-efgi'),
    codes.with(3, 'ABCD-EFGH'),
    codes.with(3, 'abcdefgh'),
    codes.with(3, '123456'),
  ])
    expect(readRecoveryCodes(wrong)).toBeNull();
});

describe('account events', () => {
  const read = (events: unknown) =>
    readAccountEvents(info.parse({ username: 'anna', subscriptions: [], events }).events);
  const event = {
    event: 'computer-removed',
    at: 1_700_000_000,
    computer: 'Lap\u202etop',
    by: 'user',
  };

  test('are read with cleaned names', () => {
    expect(read([event, { event: 'two-factor-off', at: '1600000000', by: 'seller' }])).toEqual([
      { kind: 'computer-removed', at: 1_700_000_000_000, computer: 'Lap top', by: 'user' },
      { kind: 'two-factor-off', at: 1_600_000_000_000, computer: '', by: 'seller' },
    ]);
  });
  test('say that the account will be deleted, and that the e-mail changed', () => {
    const kinds = ['email-changed', 'deletion-requested', 'deletion-taken-back'];
    const events = kinds.map((kind) => ({ ...event, event: kind }));
    expect(read(events).map(({ kind }) => kind)).toEqual(kinds);
  });
  test('are left out if kind or source is unknown, and limited to ten', () => {
    const unknown = [
      { ...event, event: 'a-new-kind' },
      { ...event, by: 'nobody' },
    ];
    expect(read([...unknown, ...Array.from({ length: 12 }, () => event)])).toHaveLength(10);
  });
  test.each([undefined, null, 'text', [{ event: 'two-factor-off' }]])(
    'are empty if they are missing or malformed: %j',
    (none) => {
      expect(read(none)).toEqual([]);
    },
  );
});

test('a request for a code says whether a recovery code is accepted', () => {
  const read = (more: object) =>
    classify(
      'login',
      failureAnswer.parse({ success: false, reason: 'code-needed', ...more }),
      {},
      0,
    ).facts;
  expect(read({ recovery: true })).toEqual({ code: 'code-needed', recovery: true });
  for (const recovery of [undefined, null, false, 'true', 1])
    expect(read({ recovery })).toEqual({ code: 'code-needed' });
});
