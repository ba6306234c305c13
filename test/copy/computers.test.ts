// Texts about computers and sessions, which omit unknown facts.
import { expect, test } from 'vitest';
import {
  computerFacts,
  computerName,
  computerNames,
  removalsText,
  sessionFacts,
} from '../../src/copy/computer-texts.ts';
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { dayMs, nowMs } from '../screens/samples.ts';

test.each([
  [{ system: 'Linux', lastSeenAt: nowMs - 49 * dayMs }, 'Linux · Last used on 3 October 2026'],
  [{ system: '', lastSeenAt: nowMs - 49 * dayMs }, 'Last used on 3 October 2026'],
  [{ system: 'Linux', lastSeenAt: null }, 'Linux'],
  [{ system: '', lastSeenAt: null }, ''],
])('the facts of a computer are only the known ones: %j', (computer, text) => {
  expect(computerFacts(english, computer, nowMs)).toBe(text);
});

test('this computer without a name is called what it calls itself', () => {
  const list = [{ name: '', current: true }, { name: '' }];
  expect(computerNames(english, list, 'studio-pc')).toEqual(['studio-pc', 'Unnamed computer']);
  expect(computerName(english, '', '')).toBe('This computer');
});

test('a computer without a name is called "Unnamed computer"', () => {
  expect(computerName(english, '')).toBe('Unnamed computer');
  expect(computerName(german, 'studio-pc')).toBe('studio-pc');
});

test('the facts of a session end with its last use, or with "now"', () => {
  const session = {
    id: 'a',
    computer: 'x',
    system: '',
    version: '',
    since: nowMs - 9 * dayMs,
    lastSeenAt: null,
    current: false,
  };
  expect(sessionFacts(english, session, nowMs)).toBe('Last active on 12 November 2026');
  expect(sessionFacts(english, { ...session, current: true }, nowMs)).toBe('Active now');
  expect(sessionFacts(english, { ...session, since: null }, nowMs)).toBe('');
});

const nextAt = nowMs + 12 * dayMs;
test.each([
  [{ left: 2, nextAt: null }, 'You can do this 2 more times in the next 30 days.'],
  [
    { left: 1, nextAt },
    'You can do this one more time in the next 30 days. Another removal is possible from 3 December 2026.',
  ],
  [{ left: 0, nextAt }, 'You can remove one from 3 December 2026.'],
  [{ left: 0, nextAt: null }, "You can't remove one yet."],
])('the removals that are left: %j', (removals, text) => {
  expect(removalsText(english, removals, nowMs)).toBe(text);
});
