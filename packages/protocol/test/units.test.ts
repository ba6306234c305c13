// Seconds and milliseconds cannot stand for each other: neither in the loader, nor in the service.
import { expect, expectTypeOf, test } from 'vitest';
import type { Call } from '../../service/src/api/call.ts';
import type { Tables } from '../../service/src/database/schema.ts';
import { orderedId } from '../../service/src/ordered-ids.ts';
import { spansLifetime, toMs } from '@latchkey/client/wire-time.ts';
import type { LoaderConfig } from '../../../src/shared/config.ts';
import type { Receipt } from '../../../src/shared/receipt.ts';
import type { Manifest } from '../src/release/manifest.ts';
import type { Subscription } from '../../../src/shared/session.ts';
import {
  inSeconds,
  msOf,
  plainMs,
  unixMs,
  type Seconds,
  type UnixMs,
  type UnixSeconds,
} from '../src/units.ts';
import type { SuccessOf } from '../src/client-spec.ts';
import type { Info } from '../src/client/common.ts';
import type { FailureAnswer } from '../src/envelope.ts';
import { someSeconds, unixSeconds } from '../src/primitives.ts';

test('a time of the wire becomes milliseconds once', () => {
  for (const given of ['1700000000', 1_700_000_000]) {
    const at = unixSeconds.parse(given);
    expect(msOf(at)).toBe(1_700_000_000_000);
    expect(toMs(at)).toBe(1_700_000_000_000);
  }
});

test('mixing them does not compile', () => {
  const at = unixSeconds.parse(1);
  expectTypeOf<Info['subscriptions'][number]['expiry']>().toEqualTypeOf<UnixSeconds | null>();
  // @ts-expect-error seconds are no milliseconds
  const expiresAt: Subscription['expiresAt'] = at;
  // @ts-expect-error milliseconds are no seconds
  expect(msOf(Date.now())).toBeGreaterThan(0);
  expect(expiresAt).toBe(1);
});

test('neither does a length of time with a moment, or with milliseconds', () => {
  const wait = someSeconds.parse(2);
  expectTypeOf<FailureAnswer['retryAfter']>().toEqualTypeOf<Seconds | null>();
  expect(msOf(wait)).toBe(2000);
  // @ts-expect-error seconds are no milliseconds, and no number that could be added to some
  const waitMs: number = wait;
  expect(waitMs).toBe(2);
  // @ts-expect-error a length of time is no moment
  expect(toMs(wait)).toBe(2000);
  // @ts-expect-error a moment is no length of time
  const length: Seconds = unixSeconds.parse(1);
  expect(length).toBe(1);
});

test('neither does what a key added, or how often is checked, with milliseconds', () => {
  type Redeemed = NonNullable<SuccessOf<'upgrade'>['redeemed']>;
  expectTypeOf<Redeemed['seconds']>().toEqualTypeOf<Seconds>();
  expectTypeOf<NonNullable<SuccessOf<'check'>['update']>['by']>().toEqualTypeOf<UnixSeconds>();
  expectTypeOf<Manifest['publishedAt']>().toEqualTypeOf<UnixSeconds>();
  const { addedSeconds }: Pick<Receipt, 'addedSeconds'> = { addedSeconds: someSeconds.parse(60) };
  const { checkSeconds }: Pick<LoaderConfig, 'checkSeconds'> = {
    checkSeconds: someSeconds.parse(120),
  };
  // @ts-expect-error what was added is no number of milliseconds
  const addedMs: number | null = addedSeconds;
  // @ts-expect-error how often is checked neither
  const everyMs: number = checkSeconds;
  expect([addedMs, everyMs]).toEqual([60, 120]);
  // @ts-expect-error milliseconds are nothing that was added
  const receipt: Pick<Receipt, 'addedSeconds'> = { addedSeconds: 60_000 };
  expect(receipt.addedSeconds).toBe(60_000);
  // @ts-expect-error nor are they what spans a lifetime
  expect(spansLifetime(20 * 365 * 86_400_000)).toBe(true);
});

test('a moment of the clock becomes whole seconds, or what can be reckoned with', () => {
  const at = unixMs(1_700_000_000_999);
  expect(inSeconds(at)).toBe(1_700_000_000);
  expect(plainMs(at)).toBe(1_700_000_000_999);
  expect([unixMs(1) < unixMs(2), unixMs(2) < unixMs(1)]).toEqual([true, false]);
});

test("nor does the service's clock with its seconds", () => {
  const call: Pick<Call, 'now' | 'nowMs'> = { now: 1_700_000_000, nowMs: () => unixMs(2000) };
  expectTypeOf<Call['now']>().toEqualTypeOf<number>();
  expectTypeOf<
    Tables['logs' | 'auditLogs' | 'chatMessages']['writtenAtMs']
  >().toEqualTypeOf<UnixMs>();
  // @ts-expect-error milliseconds are no seconds
  const now: Call['now'] = call.nowMs();
  // @ts-expect-error seconds are no milliseconds
  const nowMs: Call['nowMs'] = () => call.now;
  // @ts-expect-error they are not compared
  const isBefore = call.nowMs() < call.now;
  // @ts-expect-error nor reckoned with
  const later: unknown = call.nowMs() - call.now;
  expect([now, nowMs(), isBefore, later]).toEqual([2000, 1_700_000_000, true, -1_699_998_000]);
  // @ts-expect-error an id is made of milliseconds
  expect(orderedId(call.now)).toHaveLength(36);
  // @ts-expect-error milliseconds of the service are no seconds of the wire
  expect(msOf(call.nowMs())).toBe(2_000_000);
  // @ts-expect-error and seconds of the wire are no milliseconds
  expect(inSeconds(unixSeconds.parse(2000))).toBe(2);
});
