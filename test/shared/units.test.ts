// Seconds of the wire and milliseconds of everything else cannot stand for each other.
import { expect, expectTypeOf, test } from 'vitest';
import { toMs } from '../../src/main/core/wire/wire-time.ts';
import type { Subscription } from '../../src/shared/session.ts';
import { msOf, type UnixSeconds } from '../../src/shared/units.ts';
import type { Info } from '../../src/shared/wire/client/common.ts';
import { unixSeconds } from '../../src/shared/wire/primitives.ts';

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
