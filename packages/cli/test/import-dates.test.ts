// Dates and durations in imports: each form, and what a date without a time means.
import { expect, test } from 'vitest';
import { parseDate, parseDuration } from '../src/import-dates.ts';

const now = Date.UTC(2026, 10, 22, 12) / 1000;

test('a date without a time is the end of its day for an expiry, and its start otherwise', () => {
  const end = Date.UTC(2027, 11, 31, 23, 59, 59) / 1000;
  expect(parseDate('2027-12-31', now, 'end')).toBe(end);
  expect(parseDate('2027-12-31', now, 'begin')).toBe(end + 1 - 86_400);
  expect(parseDate('2028-02-29', now, 'end')).toBe(Date.UTC(2028, 2, 1) / 1000 - 1);
});

test('clamps dates to the last second of the year 9999', () => {
  for (const text of ['9999-12-31', '9999-12-31T23:59:59-12:00', '253402300800', '999999999999'])
    expect(parseDate(text, now, 'end')).toBe(253_402_300_799);
  expect(parseDate('999999d', now, 'end')).toBe(now + 999_999 * 86_400);
});

test.each([
  ['2027-12-31T18:00Z', Date.UTC(2027, 11, 31, 18)],
  ['2027-12-31 18:00:30', Date.UTC(2027, 11, 31, 18, 0, 30)],
  ['2027-12-31T18:00+02:00', Date.UTC(2027, 11, 31, 16)],
  ['1800000000', 1_800_000_000_000],
  ['30d', (now + 30 * 86_400) * 1000],
  ['1.5 days', (now + 1.5 * 86_400) * 1000],
])('dateOf reads %s', (text, ms) => {
  expect(parseDate(text, now, 'begin')).toBe(ms / 1000);
  expect(parseDate(text, now, 'end')).toBe(ms / 1000);
});

test.each([
  '30',
  '0',
  '31.12.2027',
  '2027-02-30',
  '2027-13-01',
  '5000000',
  '1800000000000',
  'soon',
  '-1',
  '',
])('dateOf rejects "%s"', (text) => {
  for (const edge of ['begin', 'end'] as const) expect(parseDate(text, now, edge)).toBeNull();
});

test('durationOf reads seconds, and days with a unit', () => {
  expect(parseDuration('2592000')).toBe(2_592_000);
  expect(parseDuration('30d')).toBe(2_592_000);
  expect(parseDuration('a month')).toBeNull();
});
