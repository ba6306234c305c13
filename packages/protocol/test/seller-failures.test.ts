// The codes and messages of the seller API's failures.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sellerApi } from '../src/seller-api.ts';
import {
  commonTexts,
  failureCodeOf,
  failureCodes,
  failureMessages,
  isFailureCode,
} from '../src/seller-failures.ts';

test('no message of an operation or of all requests changes, because other tools compare them', () => {
  const url = new URL('failure-texts.json', import.meta.url);
  const held: unknown = JSON.parse(readFileSync(url, 'utf8'));
  const entries = Object.entries(sellerApi).map(([type, { failures }]) => [type, failures]);
  expect({ '': commonTexts, ...Object.fromEntries(entries) }).toMatchObject(
    held as object, // JSON of objects
  );
});

test('codes are kebab case', () => {
  for (const code of failureCodes) expect(code).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
});

test('messages that differ only in case and final punctuation have one code', () => {
  const byText = new Map<string, Set<string>>();
  for (const [code, message] of failureMessages) {
    const text = message.toLowerCase().replace(/[.!]$/, '');
    byText.set(text, (byText.get(text) ?? new Set()).add(code));
  }
  const several = [...byText].filter(([, codes]) => codes.size > 1);
  expect(Object.fromEntries(several.map(([text, codes]) => [text, [...codes]]))).toEqual({
    // Public clients get these messages in both situations.
    'failed to delete license': ['key-unknown', 'key-not-unused'],
    'no users found': ['no-users', 'user-unknown'],
  });
});

test('a message without a code gets the first code that has it, and other texts have none', () => {
  expect(failureCodeOf('Failed to delete license!')).toBe('key-unknown');
  expect(failureCodeOf('No users found!')).toBe('no-users');
  for (const text of ['', 'toString', 'key not found']) expect(failureCodeOf(text)).toBeUndefined();
  expect(isFailureCode('key-unknown')).toBe(true);
  expect(isFailureCode('toString')).toBe(false);
});
