// The sentences about failures: every code in both languages, with all facts and with none.
import { describe, expect, test } from 'vitest';
import { failureCodes, type FailureCode } from '@latchkey/protocol/seller-failures.ts';
import { german } from '../src/de/german.ts';
import { english } from '../src/en/english.ts';
import { failureText } from '../src/failure-text.ts';

const codes: readonly FailureCode[] = [...failureCodes];
const subscriptions = [
  { name: 'Pro', level: '1' },
  { name: 'Extra', level: '2' },
];
const facts = {
  parameter: 'key',
  encoding: 'UTF-16',
  scope: 'sell',
  retryAfter: 7,
  operation: 'delunused',
  rows: 12_000,
  subscriptions,
  subscription: 'Pro',
  level: '3',
  amount: 5,
  days: 30,
  detail: 'it is too large',
};
const maxWords = 15;

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.?!]) /);
}

describe.each([english, german])('in $locale', (language) => {
  test.each(codes)('%s has sentences of at most 15 words', (code) => {
    for (const failure of [{ code }, { code, ...facts }])
      for (const sentence of sentencesOf(failureText(language, failure))) {
        expect(sentence).toMatch(/^["„A-ZÄÖÜ0-9].*\.$/);
        expect(sentence.split(' ').length).toBeLessThanOrEqual(maxWords);
        expect(sentence).not.toMatch(/undefined|\s{2}/);
      }
  });

  test('has no sentence of an unknown code', () => {
    expect(Object.keys(language.failures).sort()).toEqual([...codes].sort());
  });
});

test('German sentences differ from English ones', () => {
  const equal = codes.filter(
    (code) => failureText(english, { code, ...facts }) === failureText(german, { code, ...facts }),
  );
  expect(equal).toEqual([]);
});

describe('facts', () => {
  test('sentences contain the facts', () => {
    const busy = { code: 'bulk-running', rows: 12_000 };
    expect(failureText(english, busy)).toContain('12,000 rows');
    expect(failureText(german, busy)).toContain('12.000 Zeilen');
    const differs = { code: 'order-differs', amount: 1, level: '2', days: 30 };
    expect(failureText(english, differs)).toContain('1 key of level 2 and 30 days');
    expect(failureText(german, differs)).toContain('1 Schlüssel der Stufe 2 für 30 Tage');
    const unknown = { code: 'no-plan-for-level', subscriptions };
    expect(failureText(english, unknown)).toContain('There are: Pro (level 1), Extra (level 2).');
    expect(failureText(german, unknown)).toContain('Vorhanden: Pro (Stufe 1), Extra (Stufe 2).');
    const none = { code: 'subscription-unknown', subscriptions: [] };
    expect(failureText(english, none)).toContain('Create a subscription first.');
  });

  test.each([
    [1, 'Try again in 1 second.'],
    [119, 'Try again in 119 seconds.'],
    [121, 'Try again in 3 minutes.'],
  ])('a sentence rounds %i seconds to "%s"', (retryAfter, sentence) => {
    expect(failureText(english, { code: 'rate-limited', retryAfter })).toContain(sentence);
  });

  test('facts of another type are left out, because any service may answer', () => {
    const wrong = { code: 'no-plan-for-level', subscriptions: 'Pro' };
    expect(failureText(english, wrong)).toBe('No subscription has this level.');
    const alsoWrong = { code: 'parameter-missing', parameter: 7 };
    expect(failureText(english, alsoWrong)).toBe('A parameter is missing.');
    expect(failureText(english, { code: 'bulk-running', rows: '7' })).not.toContain('rows');
  });
});

test.each([
  ['the code of a newer service', { code: 'newer', message: 'Too new' }, 'Too new'],
  ['a name of every object', { code: 'toString', message: 'Too old' }, 'Too old'],
  ['no code', { message: 'Not today' }, 'Not today'],
  ['nothing', {}, ''],
])('the message replaces the sentence for %s', (_what, failure, text) => {
  expect(failureText(english, failure)).toBe(text);
});
