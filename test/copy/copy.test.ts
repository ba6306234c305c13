// Texts of dates, receipts and states: every placeholder is filled, and unknown facts are omitted.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatAge,
  formatCountdown,
  formatDateTime,
  formatNumber,
  formatTimeUntil,
  formatDuration,
  formatShortDuration,
  formatTimeRoundedUp,
  formatTimeLeft,
} from '../../src/copy/dates.ts';
import { formatParts } from '../../src/copy/device-texts.ts';
import { english } from '../../src/copy/en/window.ts';
import { exitTexts, subscriptionTexts } from '../../src/copy/ready-texts.ts';
import {
  receiptBefore,
  receiptHeadline,
  receiptText,
  receiptUntil,
} from '../../src/copy/redeem-texts.ts';
import { endedText, endsSoonText, neverText, resetRequest } from '../../src/copy/state-texts.ts';
import { supportDetails } from '../../src/copy/support-texts.ts';
import { formatBytes, joinProgressTexts } from '../../src/copy/task-texts.ts';
import { supportCode } from '../../src/shared/support-code.ts';
import type { Receipt } from '../../src/shared/receipt.ts';
import type { Account } from '../../src/shared/session.ts';
import { shareLeft } from '../../src/renderer/ui/share-left.ts';
import { durationSeconds } from '@latchkey/protocol/primitives.ts';
import { german } from '../../src/copy/de/window.ts';
import { bareReceipt, dayMs, hourMs, nowMs, report } from '../screens/samples.ts';

const brand = 'Northwind Studio';

test('formats numbers, dates and lists in the window language, not the system language', () => {
  const arabic = { ...english, locale: 'ar-EG' };
  const board = { part: 'board', kind: 'other' } as const;
  const exited = { kind: 'app-exited', exitCode: 3, signal: null } as const;
  const told = [
    ...[formatDateTime, formatTimeRoundedUp].map((words) => words(arabic, nowMs)),
    ...[formatDuration, formatTimeLeft, formatTimeUntil, formatAge].flatMap((words) => [
      words(arabic, 3 * dayMs),
      words(arabic, 5 * hourMs),
    ]),
    formatShortDuration(arabic, 45_000),
    formatCountdown(arabic, 245_000),
    formatCountdown(arabic, 3_729_000),
    formatNumber(arabic, 1_048_576),
    formatBytes(arabic, 12_400_000),
    formatBytes(arabic, 12_400_000, true),
    exitTexts(arabic, exited, brand).text,
  ];
  for (const text of told) {
    expect(text).toMatch(/[\u0660-\u0669]/);
    expect(text).not.toMatch(/[0-9]/);
  }
  expect(formatParts(arabic, [board, board])).toContain('\u0648');
  expect(joinProgressTexts(arabic, ['a', 'b'])).toContain('\u0648');
});

describe('dates', () => {
  test('rounds durations down and never returns a negative one', () => {
    expect(formatDuration(english, 3 * dayMs - 1)).toBe('2 days');
    expect(formatDuration(english, dayMs)).toBe('1 day');
    expect(formatDuration(english, dayMs - 1)).toBe('23 hours');
    expect(formatDuration(english, hourMs)).toBe('1 hour');
    expect(formatDuration(english, 60_000)).toBe('1 minute');
    expect(formatDuration(english, 5)).toBe('less than a minute');
    expect(formatCountdown(english, -5)).toBe('0:00');
    expect(formatCountdown(english, 59_001)).toBe('1:00');
    expect(formatCountdown(english, 3_601_000)).toBe('1:00:01');
  });

  test.each([
    [30_000, 'less than a minute', 'weniger als eine Minute'],
    [60_001, '2 minutes', '2 Minuten'],
    [hourMs - 1, '1 hour', '1 Stunde'],
    [5 * hourMs + 59_999, '5 hours', '5 Stunden'],
    [5 * hourMs + 60_000, '6 hours', '6 Stunden'],
    [dayMs - 1, '1 day', '1 Tag'],
    [dayMs + 60_000, '2 days', '2 Tage'],
    [4 * dayMs + hourMs, '5 days', '5 Tage'],
    [30 * dayMs + 1000, '30 days', '30 Tage'],
  ])('rounds the time left up: %i ms', (ms, inEnglish, inGerman) => {
    expect(formatTimeLeft(english, ms)).toBe(inEnglish);
    expect(formatTimeLeft(german, ms)).toBe(inGerman);
    expect(formatTimeUntil(english, ms)).toBe(`in ${inEnglish}`);
  });

  test('warns about subscriptions from seven days before the end', () => {
    const ending = (leftMs: number) =>
      subscriptionTexts(
        english,
        { name: 'Pro', expiresAt: nowMs + leftMs, startedAt: null, lifetime: false },
        nowMs,
        true,
      );
    expect(ending(7 * dayMs + 1).chip).toBe('Active');
    expect(ending(7 * dayMs + 60_000).line).toMatch(/ · 8 days left$/);
    expect(ending(7 * dayMs).chip).toBe('Ends in 7 days');
    expect(ending(3 * dayMs + 60_000).chip).toBe('Ends in 4 days');
    expect(ending(0).chip).toBe('Ended');
  });

  test('omits the time left when the service sent no time', () => {
    const pro = { name: 'Pro', expiresAt: nowMs, startedAt: 0, lifetime: false };
    expect(subscriptionTexts(english, pro, null, true)).toEqual({
      chip: 'Active',
      tone: 'good',
      line: 'until 21 November 2026',
    });
    expect(shareLeft(pro, null)).toBeNull();
  });

  test('formats how long ago something happened', () => {
    const all = [-1, 1999, 2000, 59_999, 60_000, hourMs, dayMs - 1, dayMs, 2 * dayMs].map((ms) =>
      formatAge(english, ms),
    );
    expect(all.join(', ')).toBe(
      'just now, just now, 2 s ago, 59 s ago, 1 min ago, 1 h ago, 23 h ago, 1 day ago, 2 days ago',
    );
  });

  test('returns a share left from 0 to 1, only if both dates are known', () => {
    const share = (startedAt: number | null, expiresAt: number | null) =>
      shareLeft({ name: 'Pro', startedAt, expiresAt, lifetime: false }, nowMs);
    expect(share(null, nowMs)).toBeNull();
    expect(share(nowMs, null)).toBeNull();
    expect(share(nowMs, nowMs)).toBeNull();
    expect(share(nowMs - dayMs, nowMs + dayMs)).toBe(0.5);
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (start, end) => {
        const left = share(start, end);
        return left === null || (left >= 0 && left <= 1);
      }),
    );
  });
});

describe('receipts and states', () => {
  const bare = bareReceipt;
  const untilOf = (receipt: Receipt, account: Account | null) =>
    receiptUntil(english, receipt, account, nowMs);

  test('omits unknown facts from a receipt', () => {
    expect(receiptHeadline(english, bare)).toBeNull();
    expect(untilOf(bare, null)).toBeNull();
    expect(receiptHeadline(english, { ...bare, subscription: 'Pro' })).toBe('Pro');
    expect(
      receiptHeadline(english, { ...bare, addedSeconds: durationSeconds.parse(30 * 86_400) }),
    ).toBe('30 days');
    expect(receiptHeadline(english, { ...bare, subscription: 'Pro', lifetime: true })).toBe(
      'Pro · Lifetime',
    );
    expect(untilOf({ ...bare, lifetime: true, expiresAt: nowMs }, null)).toBeNull();
  });

  test('isolates a right-to-left subscription name in a receipt', () => {
    const pro = { ...bare, subscription: '\u05e4\u05e8\u05d5', lifetime: true };
    const headline = '\u2068\u05e4\u05e8\u05d5\u2069 · \u2068Lifetime\u2069';
    expect(receiptHeadline(english, pro)).toBe(headline);
    expect(receiptText(english, brand, pro, null, null)).toContain(headline);
  });

  test('takes the end date of a receipt from the answer or else from the account', () => {
    const [march, april] = [Date.UTC(2027, 2, 14, 12), Date.UTC(2027, 3, 13, 12)];
    const pro = { name: 'Pro', expiresAt: april, startedAt: null, lifetime: false };
    const account = { username: 'anna', subscriptions: [pro], dates: 'current' } as const;
    const until = 'until 13 April 2027';
    const before = 'Previously until 14 March 2027.';
    expect(untilOf({ ...bare, expiresAt: april }, null)).toBe(until);
    expect(untilOf(bare, account)).toBe(until);
    expect(untilOf({ ...bare, subscription: 'Pro' }, account)).toBe(until);
    expect(untilOf({ ...bare, subscription: 'Other' }, account)).toBeNull();
    expect(untilOf(bare, { ...account, subscriptions: [pro, pro] })).toBeNull();
    for (const dates of ['asking', 'outdated'] as const)
      expect(untilOf(bare, { ...account, dates })).toBeNull();
    const full = {
      ...bare,
      subscription: 'Pro',
      addedSeconds: durationSeconds.parse(30 * 86_400),
      previousExpiresAt: march,
    };
    expect(receiptText(english, brand, full, until, receiptBefore(english, full, nowMs))).toBe(
      [
        'Northwind Studio',
        'Pro · 30 days',
        until,
        before,
        'Account: anna',
        'Key: NWND-••••-91KD',
        `Redeemed: ${formatDateTime(english, nowMs)}`,
      ].join('\n'),
    );
    expect(receiptText(english, brand, bare, null, null).split('\n')).toHaveLength(4);
  });

  test.each([
    ['both', true, true],
    ['redeem', true, false],
    ['renew', false, true],
    [null, false, false],
  ] as const)('suggests only the configured ways to redeem or renew: %s', (ways, redeem, renew) => {
    const told = [endedText(english, [], ways, nowMs), endsSoonText(english, nowMs, nowMs, ways)];
    expect(told.map((text) => /redeem/i.test(text))).toEqual([redeem, redeem]);
    expect(told.map((text) => /renew/i.test(text))).toEqual([renew, renew]);
    expect(/redeem/i.test(neverText(english, ways))).toBe(redeem);
  });

  test('joins a number and its unit with a no-break space', () => {
    for (const copy of [english, german])
      for (const bytes of [0, 999, 1_500_000, 88_000_000])
        for (const perSecond of [false, true])
          expect(formatBytes(copy, bytes, perSecond)).not.toContain(' ');
  });

  test('support details contain the failure code, and a reset request the device id', () => {
    expect(supportCode(report)).toBe('7F3A-2B1C');
    expect(
      supportDetails(english, report, 'offline', nowMs, {
        name: brand,
        loaderVersion: '5.2',
        commit: { hash: '20704d4f8a', isModified: true },
      }),
    ).toBe(
      `Northwind Studio\nLoader 5.2 (20704d4f8a, modified)\nWhat: offline\nSupport code: 7F3A-2B1C\nTime: 2026-11-21T09:00:00.000Z`,
    );
    const message = resetRequest(english, brand, {
      kind: 'wrong-device',
      username: 'anna',
      shortDeviceId: '9f2c41d8',
      report,
    });
    expect(message).toContain('User name: anna');
    expect(message).toContain('This computer: 9f2c41d8');
    expect(message).toContain('7F3A-2B1C');
  });
});
