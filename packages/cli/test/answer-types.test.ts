// Unknown fields of answers do not compile. `npm run check:types` verifies each @ts-expect-error
// below; at run time these tests only read values.
import { expect, test } from 'vitest';
import type { AnswerTo, FieldOf, RowIn, RowOf } from '../src/answer-types.ts';
import { isTrue, listIn, rowsOf, textOf, formatTime } from '../src/answers.ts';
import type { Ask } from '../src/seller-client.ts';

function answered(answer: object): Ask {
  return () => Promise.resolve(answer as never); // services may send anything
}

const sent = {
  success: true,
  users: [{ username: 'anna', lastlogin: '1', subscriptions: [{ subscription: 'Pro' }] }],
};

test('a field of an answer is read only by its name on the wire', async () => {
  const answer = await answered(sent)('fetchallusers');
  expect(isTrue(answer, 'success')).toBe(true);
  // @ts-expect-error no field of this answer
  expect(textOf(answer, 'sucess')).toBe('');
  // @ts-expect-error a field of another answer
  expect(() => rowsOf(answer, 'keys')).toThrow('without "keys"');
});

test('a field of a row, or of a row within it, is read only by its name on the wire', async () => {
  const [row = {}] = rowsOf(await answered(sent)('fetchallusers'), 'users');
  expect([textOf(row, 'username'), formatTime(row, 'lastlogin')]).toEqual([
    'anna',
    '1970-01-01 00:00Z',
  ]);
  // @ts-expect-error not its name on the wire
  expect(textOf(row, 'user')).toBe('');
  // @ts-expect-error fields are read only by these functions
  expect(row['name']).toBeUndefined();
  const [sub = {}] = listIn(row, 'subscriptions', 'subscription');
  expect(textOf(sub, 'subscription')).toBe('Pro');
  // @ts-expect-error its name in other answers
  expect(textOf(sub, 'name')).toBe('');
});

test('string rows become objects with the given field', () => {
  const answer: { readonly names?: unknown } = { names: ['Pro'] };
  expect(rowsOf(answer, 'names', 'plan').map((row) => textOf(row, 'plan'))).toEqual(['Pro']);
});

/** Does not compile if the fields of the two types differ. */
type Same<Left, Right> = [Left, Right] extends [Right, Left] ? true : never;

test('nested fields have their names on the wire', () => {
  const deep: Same<
    FieldOf<RowIn<RowOf<'usergrants', 'subs'>, 'grants'>> & ('given' | 'at'),
    'given' | 'at'
  > = true;
  const whole: Same<FieldOf<AnswerTo<'delallvars'>>, 'success' | 'message'> = true;
  expect([deep, whole]).toEqual([true, true]);
});
