// Sentences about refusals: by the code, by the message of services without codes, or unchanged.
import { expect, test } from 'vitest';
import { refusalOf } from '../src/failure-sentence.ts';

const noKey = 'There is no such license key.';

test.each([
  ['a code', { code: 'key-unknown' }, 'Failed to ban license!', noKey],
  ['a message without a code', {}, 'Key Not Found', noKey],
  ['a message with a number as code', { code: 404 }, 'Key Not Found', noKey],
  [
    'the code before the message',
    { code: 'user-unknown' },
    'Key Not Found',
    'There is no such user.',
  ],
  [
    'facts',
    { code: 'rate-limited', retryAfter: 900 },
    'Slow down',
    'Too many requests. Try again in 15 minutes.',
  ],
])('%s selects the sentence', (_what, body, message, sentence) => {
  expect(refusalOf(body, message)).toMatchObject({ message: sentence });
});

test.each([
  ['the code of a newer service', { code: 'newer' }, 'Key Not Found'],
  ['the name of a property of every object', { code: 'toString' }, 'No'],
  ['an unknown message', {}, 'No more'],
  ['a message with details', {}, 'Key Not Found. Look again.'],
])('%s leaves the message as it is', (_what, body, message) => {
  expect(refusalOf(body, message)).toMatchObject({
    message: `The service says: ${message}`,
    failure: null,
  });
});

test.each([
  [{ code: 'parameter-missing', parameter: 'key' }, 'Anything', 'parameter-missing'],
  [{}, 'The parameter "key" is missing.', 'parameter-missing'],
  [{}, 'The parameter "key" is not valid.', 'parameter-invalid'],
  [{}, 'The parameter "key" is not known.', 'parameter-unknown'],
])('%j and "%s" report the parameter', (body, message, code) => {
  expect(refusalOf(body, message).failure).toEqual({ code, parameter: 'key' });
});

test('facts of a hostile service cannot move the cursor, and are cut', () => {
  const subscriptions = [{ name: '\u001b[2J', level: 'x'.repeat(1000) }];
  const { message } = refusalOf({ code: 'no-plan-for-level', subscriptions }, 'No');
  expect(message).toContain('There are: \\u001b[2J (level xxx');
  expect(message.length).toBeLessThanOrEqual(500);
  const wrong = { code: 'no-plan-for-level', subscriptions: 7 };
  expect(refusalOf(wrong, 'No').message).toBe('No subscription has this level.');
});
