// A field of an answer that the wire does not know does not compile in the command line. That is checked by `npm run check:types`:
// each line below that is expected to be an error is one, or the check fails. What runs here is only that values are read as they are.
import { expect, test } from 'vitest';
import type { AnswerTo, FieldOf, RowIn, RowOf } from '../src/answer-types.ts';
import { isTrue, listIn, rowsOf, textOf, timeOf } from '../src/answers.ts';
import type { Ask } from '../src/seller-client.ts';

function answered(answer: object): Ask {
  return () => Promise.resolve(answer as never); // as any service may answer
}

const sent = {
  success: true,
  users: [{ username: 'anna', lastlogin: '1', subscriptions: [{ subscription: 'Pro' }] }],
};

test('a field of an answer is read by its name in the wire, and by no other', async () => {
  const answer = await answered(sent)('fetchallusers');
  expect(isTrue(answer, 'success')).toBe(true);
  // @ts-expect-error no field of this answer
  expect(textOf(answer, 'sucess')).toBe('');
  // @ts-expect-error a field of another answer
  expect(() => rowsOf(answer, 'keys')).toThrow('without "keys"');
});

test('so is a field of a row, and of a row in it', async () => {
  const [row = {}] = rowsOf(await answered(sent)('fetchallusers'), 'users');
  expect([textOf(row, 'username'), timeOf(row, 'lastlogin')]).toEqual([
    'anna',
    '1970-01-01 00:00Z',
  ]);
  // @ts-expect-error what the wire does not call it
  expect(textOf(row, 'user')).toBe('');
  // @ts-expect-error nor can it be read past these functions
  expect(row['name']).toBeUndefined();
  const [sub = {}] = listIn(row, 'subscriptions', 'subscription');
  expect(textOf(sub, 'subscription')).toBe('Pro');
  // @ts-expect-error the name that a plan has elsewhere
  expect(textOf(sub, 'name')).toBe('');
});

test('rows that are texts become objects with the field that is asked for', () => {
  const told: { readonly names?: unknown } = { names: ['Pro'] };
  expect(rowsOf(told, 'names', 'plan').map((row) => textOf(row, 'plan'))).toEqual(['Pro']);
});

/** Does not compile where the left one has other fields than the right one. */
type Same<Left, Right> = [Left, Right] extends [Right, Left] ? true : never;

test('the names are those of the wire, however deep', () => {
  const deep: Same<
    FieldOf<RowIn<RowOf<'usergrants', 'subs'>, 'grants'>> & ('given' | 'at'),
    'given' | 'at'
  > = true;
  const whole: Same<FieldOf<AnswerTo<'delallvars'>>, 'success' | 'message'> = true;
  expect([deep, whole]).toEqual([true, true]);
});
