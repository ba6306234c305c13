// The boundaries of limits: values at a limit are accepted, and values just above it are not. The
// limits are literals here, so that an accidental change fails a test.
import { expect, test } from 'vitest';
import type { Handlers } from '../../src/shared/contract.ts';
import {
  challenge,
  code,
  hwid,
  keyText,
  ownerid,
  password,
  sessionid,
  shortText,
  username,
  durationSeconds,
} from '@latchkey/protocol/primitives.ts';
import { answerCall } from '../../src/main/core/bridge-calls.ts';
import { maxCallBytes } from '@latchkey/protocol/limits.ts';
import { isLifetime, isLifetimeDuration } from '@latchkey/client/wire-time.ts';
import { createFakeLog } from '../support/fake-log.ts';

test.each([
  ['username', username, 1, 70],
  ['keyText', keyText, 1, 70],
  ['password', password, 1, 1024],
  ['code', code, 6, 6],
  ['hwid', hwid, 0, 512],
  ['shortText', shortText, 1, 100],
  ['ownerid', ownerid, 10, 10],
  ['sessionid', sessionid, 1, 200],
  ['challenge', challenge, 16, 64],
] as const)('%s', (_name, schema, least, most) => {
  const fits = (length: number) => schema.safeParse('1'.repeat(length)).success;
  expect([fits(least), fits(most), fits(most + 1)]).toEqual([true, true, false]);
  if (least > 0) expect(fits(least - 1)).toBe(false);
  if (most > least) expect([fits(least + 1), fits(most - 1)]).toEqual([true, true]);
});

test('a bridge call is limited to 65 536 bytes of JSON', async () => {
  expect(maxCallBytes).toBe(65_536);
  const handlers = {} as Handlers; // not called, because every input is invalid
  const fieldsOf = async (pad: string) => {
    const input = { username: 1, password: 'p', remember: false, pad };
    const answer = await answerCall(handlers, createFakeLog(), () => 'a', 'signIn', input);
    return 'failure' in answer && 'fields' in answer.failure ? answer.failure.fields : null;
  };
  const around = JSON.stringify({ username: 1, password: 'p', remember: false, pad: '' }).length;
  const looked = ['username'];
  for (const [length, expected] of [
    [65_535, looked],
    [65_536, looked],
    [65_537, []],
  ] as const)
    expect(await fieldsOf('x'.repeat(length - around))).toEqual(expected);
  expect(await fieldsOf('é'.repeat(32_768))).toEqual([]);
});

test('a subscription counts as lifetime from 20 years of 365 days', () => {
  const now = 1_900_000_000_000;
  const year = 365 * 86_400_000;
  const at = (ms: number) => isLifetime(now + ms, now);
  expect([at(19.9 * year), at(20 * year - 1000), at(20 * year), at(20 * year + 1000)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(
    [630_719_999, 630_720_000].map((length) => isLifetimeDuration(durationSeconds.parse(length))),
  ).toEqual([false, true]);
  expect(isLifetime(null, now)).toBe(false);
});
