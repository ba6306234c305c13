// The codes of the seller API's failures. The compiler checks that every message has one.
import { expect, test } from 'vitest';
import { requestTexts, uploadTexts } from '../src/request-texts.ts';
import { sellerApi } from '../src/seller-api.ts';
import {
  failureCodeOf,
  failureCodes,
  failureMessages,
  isFailureCode,
} from '../src/seller-failures.ts';
import { sellerTexts } from '../src/seller-spec.ts';

test('every message with a code is a message of an operation or of all requests', () => {
  const texts = [
    ...Object.values(sellerApi).flatMap(({ failures }): readonly string[] => failures),
    ...[sellerTexts, requestTexts, uploadTexts].flatMap((group) => Object.values(group)),
  ];
  expect([...failureMessages].sort()).toEqual([...new Set(texts)].sort());
});

test('codes are kebab case', () => {
  for (const code of failureCodes) expect(code).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
});

test('messages that differ only in case and final punctuation have one code', () => {
  const byText = new Map<string, Set<string>>();
  for (const message of failureMessages) {
    const text = message.toLowerCase().replace(/[.!]$/, '');
    byText.set(text, (byText.get(text) ?? new Set()).add(failureCodeOf(message)));
  }
  expect([...byText].filter(([, codes]) => codes.size > 1)).toEqual([]);
});

test('other texts have no code', () => {
  for (const text of ['', 'toString', 'key not found'])
    expect(() => failureCodeOf(text)).toThrow('A failure has no code.');
  expect(isFailureCode('key-unknown')).toBe(true);
  expect(isFailureCode('toString')).toBe(false);
});
