// Facts in sentences are inserted unchanged and isolated if they would change the text direction.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinValues, catalogue, pluralize, fill, piecesOf } from '../../src/copy/sentences.ts';

const words = catalogue({
  ends: '{name} ends on {date}; {name}.',
  on: 'On {date}, {name}.',
  is: '{name} is {state}',
  left: { one: 'One try left', other: '{count} tries left of {most}' },
  none: '{constructor}',
});

test('fills every occurrence of each placeholder', () => {
  expect(fill(words.ends, { name: 'Pro', date: '3 May' })).toBe('Pro ends on 3 May; Pro.');
});

test('inserts each fact unchanged', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.constantFrom('$&', '$$', '$1', "$`$'", '{name}', '{date}', '', 'ä'),
  );
  fc.assert(
    fc.property(odd, odd, (name, date) => {
      expect(fill(words.on, { name, date })).toBe(`On ${date}, ${name}.`);
    }),
  );
});

test('leaves a placeholder visible if its fact is missing', () => {
  // @ts-expect-error -- a missing fact does not compile; at run time its placeholder is visible
  expect(fill(words.is, { name: 'Pro' })).toBe('Pro is {state}');
  // @ts-expect-error -- the same for a name that every object inherits
  expect(fill(words.none, {})).toBe('{constructor}');
});

test('does not accept a sentence with placeholders as text', () => {
  // @ts-expect-error -- it would be shown with its placeholders
  const text: string = words.is;
  expect(text).toBe('{name} is {state}');
});

test('isolates a right-to-left fact so that the text around it keeps its order', () => {
  const hebrew = '\u05e9\u05dc\u05d5\u05dd';
  expect(fill(words.on, { name: hebrew, date: '3 May' })).toBe(`On 3 May, \u2068${hebrew}\u2069.`);
  const turned = 'a\u202eb';
  expect(fill(words.on, { name: turned, date: '' })).toBe(`On , \u2068${turned}\u2069.`);
});

test('keeps adjacent facts in order in either text direction', () => {
  const hebrew = '\u05e9\u05dc\u05d5\u05dd';
  expect(joinValues('Pro', '30 days')).toBe('Pro · 30 days');
  expect(joinValues(hebrew, '30 days')).toBe(`\u2068${hebrew}\u2069 · \u206830 days\u2069`);
  expect(joinValues(hebrew)).toBe(hebrew);
});

test('selects the plural form and uses the digits of the language', () => {
  expect(pluralize('en-GB', words.left, 1, { most: '3' })).toBe('One try left');
  expect(pluralize('en-GB', words.left, 1200, { most: '3' })).toBe('1,200 tries left of 3');
  expect(pluralize('ar-EG', words.left, 2, { most: '3' })).toContain('\u0662');
});

test('splits a sentence at its placeholders', () => {
  expect(piecesOf(words.is)).toEqual([
    { text: '', placeholder: 'name' },
    { text: ' is ', placeholder: 'state' },
    { text: '', placeholder: null },
  ]);
});
