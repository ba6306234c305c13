// Where the window opens: at its saved position, if a connected display shows part of it.
import { expect, it } from 'vitest';
import { initialBounds } from '../../src/main/shell/window-bounds.ts';

const byDefault = { width: 900, height: 600 };
const left = { x: 0, y: 25, width: 1440, height: 875 };
const right = { x: 1440, y: 0, width: 1920, height: 1040 };

it.each([
  ['no saved place', null, [left], byDefault],
  ['a place on the only display', at(200, 100), [left], at(200, 100)],
  ['a place on the second display', at(1800, 300), [left, right], at(1800, 300)],
  ['a display that was removed', at(1800, 300), [left], byDefault],
  [
    'a display at negative coordinates',
    at(-1500, 40),
    [{ ...left, x: -1920, width: 1920 }],
    at(-1500, 40),
  ],
  ['no display', at(200, 100), [], byDefault],
  ['a title bar above the screen', at(200, -300), [left], at(200, 25)],
  ['a window mostly below the screen', at(200, 880), [left], at(200, 200)],
  [
    'a window across two displays: the larger part decides',
    at(1300, 100),
    [left, right],
    at(1440, 100),
  ],
  ['a touching edge, of which nothing is shown', at(-700, 100), [left], byDefault],
  ['a window larger than the screen', at(100, 50, 3000, 2000), [left], at(0, 25, 1440, 875)],
  [
    'a screen smaller than the least size',
    at(0, 0),
    [{ x: 0, y: 0, width: 320, height: 480 }],
    at(0, 0, 400, 560),
  ],
])('for %s', (_what, saved, workAreas, expected) => {
  expect(initialBounds(saved, workAreas)).toEqual(expected);
});

function at(x: number, y: number, width = 700, height = 700) {
  return { x, y, width, height };
}
