// Tests that seconds and milliseconds cannot be mixed up, in the loader and in the service.
import { expect, expectTypeOf, test } from 'vitest';
import type { Call } from '../../service/src/api/call.ts';
import type { Tables } from '../../service/src/database/schema.ts';
import { orderedId } from '../../service/src/ordered-ids.ts';
import { isLifetimeDuration, toMs } from '@latchkey/client/wire-time.ts';
import type { LoaderConfig } from '../../../src/shared/config.ts';
import type { Receipt } from '../../../src/shared/receipt.ts';
import type { Manifest } from '../src/release/manifest.ts';
import type { Subscription } from '../../../src/shared/session.ts';
import {
  toUnixSeconds,
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
import { durationSeconds, unixSeconds } from '../src/primitives.ts';

test('converts times of the wire to milliseconds', () => {
  for (const given of ['1700000000', 1_700_000_000]) {
    const at = unixSeconds.parse(given);
    expect(msOf(at)).toBe(1_700_000_000_000);
    expect(toMs(at)).toBe(1_700_000_000_000);
  }
});

test('rejects a mix of unix seconds and milliseconds at compile time', () => {
  const at = unixSeconds.parse(1);
  expectTypeOf<Info['subscriptions'][number]['expiry']>().toEqualTypeOf<UnixSeconds | null>();
  // @ts-expect-error seconds are not milliseconds
  const expiresAt: Subscription['expiresAt'] = at;
  // @ts-expect-error milliseconds are not seconds
  expect(msOf(Date.now())).toBeGreaterThan(0);
  expect(expiresAt).toBe(1);
});

test('rejects a mix of durations with moments or milliseconds at compile time', () => {
  const wait = durationSeconds.parse(2);
  expectTypeOf<FailureAnswer['retryAfter']>().toEqualTypeOf<Seconds | null>();
  expect(msOf(wait)).toBe(2000);
  // @ts-expect-error a duration in seconds is not a plain number
  const waitMs: number = wait;
  expect(waitMs).toBe(2);
  // @ts-expect-error a duration is not a moment
  expect(toMs(wait)).toBe(2000);
  // @ts-expect-error a moment is not a duration
  const length: Seconds = unixSeconds.parse(1);
  expect(length).toBe(1);
});

test('rejects milliseconds as added time or check interval at compile time', () => {
  type Redeemed = NonNullable<SuccessOf<'upgrade'>['redeemed']>;
  expectTypeOf<Redeemed['seconds']>().toEqualTypeOf<Seconds>();
  expectTypeOf<NonNullable<SuccessOf<'check'>['update']>['by']>().toEqualTypeOf<UnixSeconds>();
  expectTypeOf<Manifest['publishedAt']>().toEqualTypeOf<UnixSeconds>();
  const { addedSeconds }: Pick<Receipt, 'addedSeconds'> = {
    addedSeconds: durationSeconds.parse(60),
  };
  const { checkSeconds }: Pick<LoaderConfig, 'checkSeconds'> = {
    checkSeconds: durationSeconds.parse(120),
  };
  // @ts-expect-error added time is not a plain number
  const addedMs: number | null = addedSeconds;
  // @ts-expect-error a check interval is not a plain number
  const everyMs: number = checkSeconds;
  expect([addedMs, everyMs]).toEqual([60, 120]);
  // @ts-expect-error plain milliseconds are not added time
  const receipt: Pick<Receipt, 'addedSeconds'> = { addedSeconds: 60_000 };
  expect(receipt.addedSeconds).toBe(60_000);
  // @ts-expect-error plain milliseconds are not a duration of the wire
  expect(isLifetimeDuration(20 * 365 * 86_400_000)).toBe(true);
});

test('converts clock readings to whole seconds and plain milliseconds', () => {
  const at = unixMs(1_700_000_000_999);
  expect(toUnixSeconds(at)).toBe(1_700_000_000);
  expect(plainMs(at)).toBe(1_700_000_000_999);
  expect([unixMs(1) < unixMs(2), unixMs(2) < unixMs(1)]).toEqual([true, false]);
});

test("times of the service's clock mixed with plain seconds do not compile", () => {
  const call: Pick<Call, 'now' | 'nowMs'> = { now: 1_700_000_000, nowMs: () => unixMs(2000) };
  expectTypeOf<Call['now']>().toEqualTypeOf<number>();
  expectTypeOf<
    Tables['logs' | 'auditLogs' | 'chatMessages']['writtenAtMs']
  >().toEqualTypeOf<UnixMs>();
  // @ts-expect-error milliseconds are not seconds
  const now: Call['now'] = call.nowMs();
  // @ts-expect-error seconds are not milliseconds
  const nowMs: Call['nowMs'] = () => call.now;
  // @ts-expect-error milliseconds and seconds cannot be compared
  const isBefore = call.nowMs() < call.now;
  // @ts-expect-error milliseconds and seconds cannot be subtracted
  const later: unknown = call.nowMs() - call.now;
  expect([now, nowMs(), isBefore, later]).toEqual([2000, 1_700_000_000, true, -1_699_998_000]);
  // @ts-expect-error an id needs milliseconds
  expect(orderedId(call.now)).toHaveLength(36);
  // @ts-expect-error milliseconds of the clock are not seconds of the wire
  expect(msOf(call.nowMs())).toBe(2_000_000);
  // @ts-expect-error seconds of the wire are not milliseconds of the clock
  expect(toUnixSeconds(unixSeconds.parse(2000))).toBe(2);
});
