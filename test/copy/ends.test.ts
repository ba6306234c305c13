// The end of a subscription: when its chip warns, and when its date has a time.
import { expect, test } from 'vitest';
import { formatDay, formatEnd } from '../../src/copy/dates.ts';
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { subscriptionTexts } from '../../src/copy/ready-texts.ts';
import { endedText, pausedText } from '../../src/copy/state-texts.ts';
import type { Lapsed } from '@latchkey/client/facts.ts';
import { dayMs, nowMs } from '../screens/samples.ts';

test.each([
  [1, 1, 'Active', 'good'],
  [1, 0.25, 'Ends in 6 hours', 'warning'],
  [8, 6, 'Active', 'good'],
  [8, 2, 'Ends in 2 days', 'warning'],
  [365, 7, 'Ends in 7 days', 'warning'],
])('a subscription of %d days is, %d days before its end, %s: %s', (days, left, chip, tone) => {
  const expiresAt = nowMs + left * dayMs;
  const bought = { name: 'Pro', expiresAt, startedAt: expiresAt - days * dayMs, lifetime: false };
  expect(subscriptionTexts(english, bought, nowMs, true)).toMatchObject({ chip, tone });
});

test('adds the time of day only to an end within 48 hours', () => {
  const at = (ms: number) => formatEnd(english, nowMs + ms, nowMs);
  expect(at(2 * dayMs + 1)).toBe('23 November 2026');
  expect(at(2 * dayMs)).toBe('23 November 2026 at 09:00');
  expect(at(-2 * dayMs)).toBe('19 November 2026 at 09:00');
  expect(at(-2 * dayMs - 1)).toBe('19 November 2026');
  expect(formatDay(english, '2026-11-24')).toBe('24 November 2026');
  expect(formatDay(german, '2026-11-24')).toBe('24. November 2026');
});

test('contains name and date of an ended subscription only if they are known', () => {
  const lapsed = { name: 'Pro', expiresAt: nowMs, paused: false };
  const ended = (all: readonly Lapsed[]) => endedText(english, all, 'both', nowMs + 3 * dayMs);
  expect(ended([lapsed])).toContain('Pro ended on 21 November 2026.');
  expect(ended([{ ...lapsed, expiresAt: null }])).toContain('Pro ended.');
  expect(ended([{ ...lapsed, name: '' }])).not.toContain('ended');
  expect(ended([])).not.toContain('ended');
  expect(pausedText(english, [{ ...lapsed, paused: true }], 'Studio')).toContain('paused Pro.');
  expect(pausedText(english, [], 'Studio')).toContain('Studio has paused it.');
  expect(pausedText(english, [{ ...lapsed, name: '$& $1', paused: true }], 'Studio')).toContain(
    'paused $& $1.',
  );
});
