// Facts in sentences: taken as they are, whatever they hold.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fill } from '../../src/renderer/copy/fill.ts';

test('all places are filled, each time they are there', () => {
  expect(fill('{name} ends on {date}; {name}.', { name: 'Pro', date: '3 May' })).toBe(
    'Pro ends on 3 May; Pro.',
  );
});

test('any fact stands in the sentence as it is', () => {
  const odd = fc.oneof(fc.string(), fc.constantFrom('$&', '$$', '$1', "$`$'", '{name}', '{date}'));
  fc.assert(
    fc.property(odd, odd, (name, date) => {
      expect(fill('On {date}, {name}.', { name, date })).toBe(`On ${date}, ${name}.`);
    }),
  );
});

test('a place without its fact is left to be seen', () => {
  expect(fill('{name} is {state}', { name: 'Pro' })).toBe('Pro is {state}');
  expect(fill('{constructor}', {})).toBe('{constructor}');
});
