// Every file of the house is held against its place in the table of places (test/support/house.ts): what it may import of every
// other file, and which names and lines it may not have. And each part of each wall is broken by a line here.
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { ESLint, Linter } from 'eslint';
import { describe, expect, test } from 'vitest';
import tseslint from 'typescript-eslint';
import { drawnByLot, places, type Place } from '../support/house.ts';

const ruleIds = [
  '@typescript-eslint/no-restricted-imports',
  'no-restricted-globals',
  'no-restricted-properties',
  'no-restricted-syntax',
];
const eslint = new ESLint();
const linter = new Linter();

const files = globSync('src/**/*.{ts,tsx}').sort();
const starts = Object.keys(places).sort((a, b) => b.length - a.length);
const placeOf = (file: string) => starts.find((start) => file.startsWith(`src/${start}`));
const filesOf = (start: string) => files.filter((file) => placeOf(file) === start);
const isMarkup = (file: string) => file.endsWith('.tsx');

const imported = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(([, name = '']) => name),
);
const packages = new Set([...imported, ...drawnByLot, 'electron/main', 'node:timers']);
const all = Object.values(places);
const names = new Set(all.flatMap((place) => place.names ?? []));
const lines = new Set(all.flatMap((place) => place.lines));
const markup = new Set(all.flatMap((place) => place.markup ?? []));

interface Line {
  readonly code: string;
  readonly isRefused: boolean;
}

/** A line for everything that a file could take, and whether its place refuses it. */
function linesFor(file: string): readonly Line[] {
  const place = places[placeOf(file) ?? ''];
  if (place === undefined) throw new Error(`${file} has no place`);
  const refused = place.names ?? [];
  return [
    ...linesOfFiles(file, place),
    ...[...packages].map((entry) => {
      const [from = '', name = '{ x }'] = entry.split(/ (.*)/);
      return {
        code: `import ${name} from '${from}';`,
        isRefused: !place.packages.test(entry),
      };
    }),
    ...[...names].map((name) => ({
      code: `f(${name});`,
      isRefused: refused.includes(name) || refused.includes(name.split('.')[0] ?? name),
    })),
    ...[...lines].map((code) => ({ code, isRefused: place.lines.includes(code) })),
    ...[...(isMarkup(file) ? markup : [])].map((code) => ({
      code,
      isRefused: place.markup?.includes(code) ?? false,
    })),
  ];
}

function linesOfFiles(file: string, place: Place): readonly Line[] {
  const others = [...files, 'test/support/house.ts'].filter((other) => other !== file);
  return others.flatMap((other) => {
    const isIn = (paths: readonly string[] = []) =>
      paths.some((path) => other.startsWith(`src/${path}`));
    const isKnown = placeOf(other) === placeOf(file) || isIn(place.knows);
    const path = relative(dirname(file), other);
    const from = `{ x } from '${path.startsWith('.') ? path : `./${path}`}';`;
    return [
      { code: `import ${from}`, isRefused: !isKnown },
      { code: `import type ${from}`, isRefused: !isKnown && !isIn(place.knowsTypesOf) },
    ];
  });
}

interface Walls {
  readonly rules: Linter.RulesRecord;
  readonly globals: Linter.Globals;
  /** Every part of every rule. */
  readonly parts: readonly string[];
}

/** As they stand around a file, but each part says itself where it is broken. */
async function wallsAround(file: string): Promise<Walls> {
  // `any` in ESLint's types: what its documentation says of a calculated configuration.
  const config = (await eslint.calculateConfigForFile(file)) as {
    readonly rules: Readonly<Record<string, readonly [unknown, ...unknown[]]>>;
    readonly languageOptions: { readonly globals?: Linter.Globals };
  };
  const parts: string[] = [];
  const speaking = (part: unknown) => {
    const message = JSON.stringify(part);
    parts.push(message);
    return typeof part === 'object' ? { ...part, message } : { name: part, message };
  };
  const entries = ruleIds.map((rule) => {
    const options = config.rules[rule]?.slice(1) ?? [];
    return [rule, ['error', ...options.map((option) => eachIn(option, speaking))]];
  });
  const rules = Object.fromEntries(entries) as Linter.RulesRecord; // fromEntries takes tuples alone
  return { rules, globals: config.languageOptions.globals ?? {}, parts };
}

/** An option is a part, or holds a list of them. */
function eachIn(option: unknown, map: (part: unknown) => unknown): unknown {
  for (const list of ['patterns', 'globals'])
    if (typeof option === 'object' && option !== null && list in option) {
      const parts = option[list as keyof typeof option] as readonly unknown[]; // the rules' schemas
      return { ...option, [list]: parts.map(map) };
    }
  return map(option);
}

/** Those lines that the walls around a file judge otherwise than the table, and those parts of the walls that no line breaks. */
async function wrongWith(file: string): Promise<readonly unknown[]> {
  const { rules, globals, parts } = await wallsAround(file);
  const given = linesFor(file);
  const config: Linter.Config = {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser: tseslint.parser, globals },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules,
  };
  const messages = linter.verify(given.map(({ code }) => code).join('\n'), config, file);
  const refused = new Set(messages.map(({ line }) => line - 1));
  return [
    ...messages.filter(({ ruleId }) => ruleId === null),
    ...given.filter(({ isRefused }, index) => isRefused !== refused.has(index)),
    ...parts
      .filter((part) => isMarkup(file) || !part.includes('JSX'))
      .filter((part) => !messages.some(({ message }) => message.includes(part))),
  ];
}

describe('the walls', () => {
  test('stand around every file: each has a place, and each place has files', () => {
    expect(files.length).toBeGreaterThan(700);
    expect(files.filter((file) => placeOf(file) === undefined)).toEqual([]);
    expect(starts.filter((start) => filesOf(start).length === 0)).toEqual([]);
  });

  test.each(starts)('of %s refuse what the table refuses, and nothing else', async (start) => {
    const found = filesOf(start);
    for (const file of [found.find(isMarkup), found.find((one) => !isMarkup(one))])
      if (file !== undefined) expect(await wrongWith(file)).toEqual([]);
  });

  test.each(starts)('of %s are the same around each of its files', async (start) => {
    const [first = '', ...others] = filesOf(start);
    const walls = await wallsAround(first);
    for (const other of others) expect([other, await wallsAround(other)]).toEqual([other, walls]);
  });
});
