// Checks of style sheets that oxlint does not make: the length limit, and rules without an element.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

function filesIn(folders: readonly string[], ending: RegExp): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

const kit = 'packages/kit/src';
const sheets = filesIn(['src', kit], /\.css$/);

test('a style sheet has at most 250 lines', () => {
  expect(sheets.length).toBeGreaterThan(10);
  const linesOf = (name: string) => readFileSync(name, 'utf8').split('\n').length - 1;
  expect(sheets.filter((name) => linesOf(name) > 250)).toEqual([]);
});

/** The words of all strings in a source file. A filled-in part is a space. */
function stringWords(source: string): readonly string[] {
  const code = source.replaceAll(/\/\/[^\n]*|\/\*.*?\*\//gs, '');
  const strings = code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g);
  const texts = Array.from(strings, ([, one, two, three]) => one ?? two ?? three ?? '');
  return texts.flatMap((text) => text.replaceAll('${', ' ').split(/[^\w-]+/));
}

/** Classes of a style sheet that no string of the sources contains. */
function unusedClasses(css: string, sources: readonly string[]): readonly string[] {
  const rules = css.replaceAll(/\/\*.*?\*\/|@import[^;]*;/gs, '');
  const names = new Set(Array.from(rules.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name));
  const words = new Set(sources.flatMap(stringWords));
  // A number at the end of a class can be filled in.
  return [...names].filter((name) => !words.has(name) && !words.has(name.replace(/\d+$/, '')));
}

describe('every class of a style sheet is the class of an element', () => {
  const read = (names: readonly string[]) => names.map((name) => readFileSync(name, 'utf8'));
  const ofKit = read(filesIn([kit], /\.tsx?$/));
  const all = [...ofKit, ...read(filesIn(['src/renderer'], /\.(tsx?|html)$/))];

  test.each(sheets)('%s', (name) => {
    const sources = name.startsWith(`${kit}/style/desk/`) ? ofKit : all;
    expect(unusedClasses(readFileSync(name, 'utf8'), sources)).toEqual([]);
  });
});

test('finds a class without an element', () => {
  const css = `/* .old */ @import './a.css'; .row { .gone > &:hover { margin: 0.5rem; } } .part-1 {}`;
  const source = 'className="row" className={`part-${index}`} // gone';
  expect(unusedClasses(css, [source])).toEqual(['gone']);
});
