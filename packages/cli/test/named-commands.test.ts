// Every `latchkey` command and option in texts, pages, scripts and documents exists.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { argumentParser, serviceCommand } from '@latchkey/service/command-line';
import { commands } from '../src/commands/all-commands.ts';
import { serviceOptions } from '../src/program.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folders = ['bin', 'docs', 'examples', 'scripts', 'src', '.github', '.ci'];
const isText = (name: string) => /\.(ts|tsx|js|mjs|md|yml|yaml|sh|service|html|json)$/.test(name);

function filesOf(): readonly string[] {
  const packages = readdirSync(path.join(root, 'packages')).flatMap((name) => [
    ...filesIn(`packages/${name}/src`),
    `packages/${name}/README.md`,
  ]);
  const beside = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...beside, ...packages, ...folders.flatMap(filesIn)];
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => isText(name) && !name.includes('node_modules') && !/\bdist\b/.test(name))
    .map((name) => path.join(folder, name));
}

function textOf(file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return ''; // not every package has a README
  }
}

const nothing = { write: () => undefined };
const serve = serviceCommand(argumentParser('serve', { stdout: nothing, stderr: nothing }), () =>
  Promise.resolve(),
);
const common = ['json', 'wide', 'progress', 'help'];
/** The options of each command, by its words. */
const known = new Map([
  ['serve', [...common, ...serve.options.flatMap(({ long }) => long?.slice(2) ?? [])]],
  ['help', common],
  ...commands.flatMap(({ words, formerly, options = {}, isLocal }) => {
    const own = Object.entries(options).flatMap(([name, more]) => [name, more.formerly ?? []]);
    const remote = isLocal === true ? [] : Object.keys(serviceOptions);
    const all = [...own.flat(), ...remote, ...common];
    return [words, formerly ?? []].flat().map((name) => [name, all] as const);
  }),
]);
const groups = new Set(
  [...known.keys()].flatMap((words) =>
    words.split(' ').map((_, at, all) => all.slice(0, at).join(' ')),
  ),
);

/** Words after the name of the program, or of its user, such as "latchkey needs". */
const prose = new Set(['is', 'needs', 'stays', 'ended', 'refuses', 'latchkey', 'sh', 'vectors']);

/** Returns what does not exist in a text that begins after `latchkey `. */
function problemsOf(after: string): readonly string[] {
  const named = /^[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*){0,2}/.exec(after)?.[0].split(' ') ?? [];
  const [first = ''] = named;
  if (prose.has(first)) return [];
  const words = [3, 2, 1]
    .map((count) => named.slice(0, count).join(' '))
    .find((name) => known.has(name));
  const options = known.get(words ?? '');
  if (words === undefined || options === undefined) {
    // A group alone, as in "the commands of `latchkey keys`".
    return groups.has(named.join(' ')) ? [] : [named.join(' ')];
  }
  const rest = /^(?:[^`"”“'|;\n)]|\\\n)*/.exec(after)?.[0] ?? '';
  return [...rest.matchAll(/ --([a-z][a-z0-9-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !options.includes(name))
    .map((name) => `${words} --${name}`);
}

test('all commands and options that texts name exist', () => {
  const wrong = filesOf().flatMap((file) =>
    [
      ...textOf(file).matchAll(/(?<![\w/@.-]|(?:role|database|owner) )latchkey (?=[a-z]|--)/g),
    ].flatMap((match) =>
      problemsOf(match.input.slice(match.index + 'latchkey '.length)).map(
        (problem) => `${file}: ${problem}`,
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

test('the check finds a command and an option that do not exist', () => {
  expect(problemsOf('release publish”.')).toEqual(['release publish']);
  expect(problemsOf('keys show KEY --page 2`')).toEqual(['keys show --page']);
  expect(problemsOf('keys list --json`, or --page')).toEqual([]);
});
