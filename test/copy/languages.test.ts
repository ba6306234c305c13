// Every language has all sentences of English, with the same placeholders and its own plural forms.
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { program as englishProgram } from '../../src/copy/en/program.ts';
import { programCopy } from '../../src/copy/program.ts';
import type { Copy } from '../../src/copy/copy.ts';
import { languageCodes, languageNames, pickLanguage } from '../../src/shared/languages.ts';
import { failureTable } from '../gallery/failures.ts';
import { failureTexts } from '../../src/copy/failure-texts.ts';

const windows: Readonly<Record<(typeof languageCodes)[number], Copy>> = {
  en: english,
  de: german,
};

/** Maps the path of each sentence, and of each plural form, to its text. */
function sentencesOf(tree: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof tree === 'string') return new Map([[path, tree]]);
  return new Map(
    Object.entries(tree as object).flatMap(([name, branch]) => [
      ...sentencesOf(branch, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

/** Maps the path of each plural to the names of its forms. */
function pluralsOf(sentences: ReadonlyMap<string, string>): ReadonlyMap<string, string[]> {
  const paths = [...sentences.keys()];
  const plurals = paths.filter((path) => path.endsWith('.other')).map((path) => path.slice(0, -6));
  return new Map(
    plurals.map((path) => [
      path,
      paths
        .filter((one) => one.startsWith(`${path}.`))
        .map((one) => one.slice(path.length + 1))
        .sort(),
    ]),
  );
}

const isForm = (path: string, plurals: ReadonlyMap<string, unknown>) =>
  plurals.has(path.slice(0, path.lastIndexOf('.')));

const placesOf = (sentence: string) =>
  [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort().join(' ');

/** All sentences of a language, including those of the program. */
const all = (code: (typeof languageCodes)[number]) =>
  sentencesOf({ ...windows[code], program: programCopy(code) });

describe.each(languageCodes)('%s', (code) => {
  const theirs = all(code);
  const ours = all('en');
  const ourPlurals = pluralsOf(ours);
  const theirPlurals = pluralsOf(theirs);

  test('has every sentence of English and no others', () => {
    const plain = (sentences: ReadonlyMap<string, string>, plurals: ReadonlyMap<string, unknown>) =>
      [...sentences.keys()].filter((path) => !isForm(path, plurals)).sort();
    expect(plain(theirs, theirPlurals)).toEqual(plain(ours, ourPlurals));
    expect([...theirPlurals.keys()].sort()).toEqual([...ourPlurals.keys()].sort());
    expect(theirs.size).toBeGreaterThan(250);
  });

  test('has the same placeholders in each sentence', () => {
    const differing = [...theirs].filter(([path, sentence]) => {
      const english = ours.get(path);
      return english !== undefined && !isForm(path, ourPlurals)
        ? placesOf(sentence) !== placesOf(english)
        : path.endsWith('.other') && placesOf(sentence) !== placesOf(english ?? '');
    });
    expect(differing).toEqual([]);
    for (const [path, forms] of theirPlurals) {
      const all = placesOf(theirs.get(`${path}.other`) ?? '').split(' ');
      const odd = forms.flatMap((form) =>
        placesOf(theirs.get(`${path}.${form}`) ?? '')
          .split(' ')
          .filter((place) => place !== ''),
      );
      expect(
        odd.filter((place) => !all.includes(place)),
        path,
      ).toEqual([]);
    }
  });

  test('has the plural forms that its language needs', () => {
    const locale = windows[code].locale;
    const asked = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.sort();
    expect(theirPlurals.size).toBeGreaterThan(0);
    for (const [path, forms] of theirPlurals) expect(forms, path).toEqual(asked);
    expect(locale.startsWith(code)).toBe(true);
  });

  test('has no empty sentence, stray brace or surrounding white space', () => {
    for (const [path, sentence] of theirs) {
      expect(sentence.trim(), path).toBe(sentence);
      expect(sentence.length, path).toBeGreaterThan(0);
      expect(sentence.replaceAll(/\{\w+\}/g, ''), path).not.toMatch(/[{}]/);
    }
  });

  test('has text for every failure that fits below a field', () => {
    for (const shown of Object.values(failureTable))
      for (const { failure } of shown)
        for (const operation of ['sign-in', 'saved', 'code', 'redeem', 'background'] as const) {
          const { title, text, brief } = failureTexts(windows[code], failure, {
            operation,
            brand: 'Northwind Studio',
          });
          expect(`${title} ${text} ${brief ?? ''}`).not.toMatch(/[{}]|undefined|null|NaN/);
          expect(brief?.length ?? 0, brief).toBeLessThanOrEqual(code === 'en' ? 104 : 112);
        }
  });

  test('has a name and a folder', () => {
    expect(languageNames[code]).toMatch(/^\p{Lu}\p{L}+$/u);
    const folders = readdirSync(new URL('../../src/copy/', import.meta.url));
    expect(folders).toContain(code);
    const files = (of: string) => readdirSync(new URL(`../../src/copy/${of}/`, import.meta.url));
    expect(files(code)).toEqual(files('en'));
  });
});

test.each(languageCodes.filter((code) => code !== 'en'))(
  'has no English sentences in %s',
  (code) => {
    const same = [...all(code)].filter(([path, sentence]) => all('en').get(path) === sentence);
    const may =
      /^(account\.loader|chat\.title|community\.title|connectionCheck\.states\.problem|delivery\.version|footer\.loader|links\..*|notice\.sentence|plain\.failed|sessions\.version|settings\.build|task\.percent|support\.copyKeys\.mac)$/;
    expect(same.map(([path]) => path).filter((path) => !may.test(path))).toEqual([]);
  },
);

test('uses no informal address in German', () => {
  for (const [path, sentence] of all('de'))
    expect(sentence, path).not.toMatch(/\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[mnrs]?)\b/);
});

describe('the initial language', () => {
  const both = { offered: languageCodes, byDefault: null };
  test.each([
    [null, ['de-AT', 'en'], both, 'de'],
    [null, ['xx', 'DE_CH'], both, 'de'],
    [null, ['xx-XX', 'en-US'], both, 'en'],
    ['en', ['de'], both, 'en'],
    [null, ['xx'], both, 'en'],
    [null, ['xx'], { offered: languageCodes, byDefault: 'de' }, 'de'],
    [null, ['en-US'], { offered: languageCodes, byDefault: 'de' }, 'en'],
    ['en', ['en'], { offered: ['de'], byDefault: null }, 'de'],
    [null, [], { offered: ['de', 'en'], byDefault: null }, 'de'],
    [null, ['den', ''], both, 'en'],
  ] as const)(
    'with chosen %j, preferred %j and offer %j is %s',
    (chosen, preferred, offer, picked) => {
      expect(pickLanguage(chosen, preferred, offer)).toBe(picked);
    },
  );
});

// An incomplete language must not compile: `tsc` reports each line below that has no error.
const withPlace = '{name} endet {when}';
const wrong: readonly unknown[] = [
  // @ts-expect-error -- a placeholder is missing
  { ...english.notice, endsSoon: 'endet bald' } satisfies Copy['notice'],
  // @ts-expect-error -- catalogue() has not read this sentence with placeholders
  { ...english.notice, endsSoon: withPlace } satisfies Copy['notice'],
  // @ts-expect-error -- a sentence is missing
  { label: 'Passwort' } satisfies Copy['password'],
  // @ts-expect-error -- no plural
  { ...english.tries, left: 'Noch einer' } satisfies Copy['tries'],
];
test('rejects the invalid texts listed above at compile time', () => {
  expect(wrong).toHaveLength(4);
  expect(englishProgram.quit).toBe('Quit');
});

test('uses a non-breaking hyphen in the German word for e-mail', () => {
  const sentences = [...all('de').values()];
  expect(sentences.filter((sentence) => sentence.includes('E-Mail'))).toEqual([]);
  expect(sentences.filter((sentence) => sentence.includes('E\u2011Mail')).length).toBeGreaterThan(
    3,
  );
});
