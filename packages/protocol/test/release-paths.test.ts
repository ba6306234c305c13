// Tests of the rules for paths in a release, with 200 generated bad paths and 200 ordinary ones. A
// failure prints its seed; LATCHKEY_SEED repeats it.
import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { findCollision, pathProblem } from '../src/release/paths.ts';
import { randomNumbersFrom, seed } from '../../../test/support/random-numbers.ts';

const plain = [
  'bin',
  'data',
  'a',
  'läuft',
  '配置',
  'app 1.2',
  '.hidden',
  '...x',
  '-dash',
  'con1',
  'nulls',
  'a.nul',
  'é',
  '#%&{}',
  "it's",
  'com',
  'lpt10',
  '~1',
  '@',
  '😀',
];
const devices = [
  'con',
  'PRN',
  'Aux',
  'nul',
  'com0',
  'COM1',
  'com¹',
  'LPT9',
  'lpt³',
  'conin$',
  'CONOUT$',
];

function tricksFrom(below: (bound: number) => number): readonly ((path: string) => string)[] {
  const one = <Value>(values: readonly Value[], other: Value): Value =>
    values[below(values.length)] ?? other;
  const inside = (path: string, text: string) => {
    const at = below(path.length + 1);
    return path.slice(0, at) + text + path.slice(at);
  };
  const named = (path: string, name: string) => {
    const names = path.split('/');
    names.splice(below(names.length + 1), 0, name);
    return names.join('/');
  };
  const control = () => String.fromCharCode(one([0, 1, 8, 9, 10, 13, 27, 31, 127, 133], 0));
  const hidden = () =>
    one(
      ['\u200b', '\u200d', '\u202e', '\u2066', '\ufeff', '\u2028', '\ud800', '\udc00', '\u00ad'],
      '',
    );
  return [
    (path) => named(path, '..'),
    (path) => named(path, '.'),
    (path) => named(path, ''),
    (path) => `/${path}`,
    (path) => `${path}/`,
    (path) => inside(path, '\\'),
    (path) => `..\\${path}`,
    (path) => `C:${path}`,
    (path) => inside(path, ':'),
    (path) => `${path}::$DATA`,
    (path) => `\\\\?\\${path}`,
    (path) => named(path, one(devices, 'nul')),
    (path) => named(path, `${one(devices, 'nul')}.${one(plain, 'x')}`),
    (path) => named(path, `${one(devices, 'nul')}  .txt`),
    (path) => named(path, `${one(plain, 'x')}.`),
    (path) => named(path, `${one(plain, 'x')} `),
    (path) => `${path}...`,
    (path) => inside(path, control()),
    (path) => `${path}${hidden()}x`,
    (path) => inside(path, one(['<', '>', '"', '|', '?', '*'], '*')),
    (path) => `${path}/${'n'.repeat(256)}`,
    (path) => `${path}/${'配'.repeat(86)}`,
    (path) => `${path}${'/deep'.repeat(100)}`,
  ];
}

test(`refuses 200 generated bad paths (LATCHKEY_SEED=${seed})`, () => {
  const below = randomNumbersFrom(seed);
  const tricks = tricksFrom(below);
  for (let count = 0; count < 200; count += 1) {
    const path = ordinary(below);
    expect(pathProblem(path), JSON.stringify(path)).toBeNull();
    // Every kind of trick occurs at least eight times.
    const bad = tricks[count % tricks.length]?.(path) ?? '';
    expect(pathProblem(bad), JSON.stringify(bad)).not.toBeNull();
  }
});

test(`accepts only paths that stay in their folder on every system (LATCHKEY_SEED=${seed})`, () => {
  const below = randomNumbersFrom(seed + 1);
  for (let count = 0; count < 200; count += 1) {
    const path = ordinary(below);
    expect(posix.resolve('/root', path).startsWith('/root/'), path).toBe(true);
    expect(win32.resolve('C:\\root', path).startsWith('C:\\root\\'), path).toBe(true);
    expect(posix.normalize(path)).toBe(path);
  }
});

test(`reports paths that differ only in case, composition or kind (LATCHKEY_SEED=${seed})`, () => {
  const below = randomNumbersFrom(seed + 2);
  for (let count = 0; count < 200; count += 1) {
    const path = `${ordinary(below)}/fée`;
    const [folder = ''] = path.split('/');
    const others = [path.toUpperCase(), path.normalize('NFD'), `${path}/x`];
    for (const other of others) expect(findCollision([path, other]), other).not.toBeNull();
    expect(findCollision([path, `${path}x`, `${folder}/other`])).toBeNull();
  }
});

test('names the colliding folders, not the files in them', () => {
  const deep = 'a/'.repeat(150);
  const paths = Array.from({ length: 100 }, (_, at) => `${deep}${at}`);
  expect(findCollision(paths)).toBeNull();
  expect(findCollision([...paths, `${deep}B/x`, `${deep}b/y`])).toEqual([`${deep}B`, `${deep}b`]);
  expect(findCollision([...paths, `${deep}7/x`])).toEqual([`${deep}7`, `${deep}7`]);
  // The same names at other places do not collide.
  expect(findCollision(['a/b', 'b/a', 'c/A', 'd/A/b', 'e/a/B'])).toBeNull();
});

function ordinary(below: (bound: number) => number): string {
  return Array.from({ length: 1 + below(5) }, () => plain[below(plain.length)] ?? 'x').join('/');
}
