// The language of the page for a new password.
import { expect, test } from 'vitest';
import { resetTextsFor } from '../src/features/users/reset-texts.ts';

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['en;q=0.4, de;q=0.8', 'de'],
  ['xx, en;q=0.1', 'en'],
  ['de;q=0, en;q=0.1', 'en'],
  ['de;q=x', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  ['*', 'en'],
])('the header %j selects %s', (header, code) => {
  expect(resetTextsFor(header).code).toBe(code);
});

// The answer to a commit can be lost.
test.each(['en', 'de'])('says after a fault that the password may have changed (%s)', (code) => {
  const { text } = resetTextsFor(code).fault;
  expect(text).toMatch(/may already work|gilt es vielleicht schon/);
  expect(text).not.toMatch(/n[o’]t changed|nicht geändert/);
});
