// The pages of docs/: README lists them, none is long, and links and citations in documents, sources
// and examples lead to a page and a heading that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (name: string) => readFileSync(path.join(root, name), 'utf8');
const isBuilt = (name: string) => /(^|[\\/])(node_modules|dist)([\\/]|$)/.test(name);

/** Returns the files below `folder` that can cite a page, relative to the root, with slashes. */
function filesIn(folder: string): readonly string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|[cm]?[jt]sx?|ya?ml|sh|in|env|service)$|file$/.test(name))
    .filter((name) => !isBuilt(name))
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')));
}

const pages = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...filesIn('docs').filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((name) => existsSync(path.join(root, name))),
];
const rooms = ['src', 'scripts', 'test', 'packages', 'examples', '.github', '.ci'];
const others = rooms
  .flatMap(filesIn)
  // This file cites missing pages.
  .filter((name) => name !== 'test/scripts/pages.test.ts');

/** The anchors that GitHub generates for headings, and those that docs/api.md names. */
function anchorsOf(file: string): readonly string[] {
  const prose = textOf(file).replaceAll(/^```.*?^```/gms, '');
  const named = [...prose.matchAll(/<a id="([\w-]+)">/g)].map(([, name = '']) => name);
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...named, ...headings];
}

/** Returns whether the page exists, and the heading in it. */
function exists(file: string, anchor: string | undefined): boolean {
  if (!existsSync(path.join(root, file))) return false;
  return anchor === undefined || anchorsOf(file).includes(anchor);
}

function brokenLinks(file: string, text: string): readonly string[] {
  const targets = [
    ...text.matchAll(/\]\(([^)\s]+)\)/g),
    ...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm),
  ].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [to = '', anchor] = target.split('#');
      const page = to === '' ? file : path.posix.join(path.posix.dirname(file), to);
      return !exists(page, anchor);
    })
    .map((target) => `${file}: ${target}`);
}

/** Citations are from the root, such as docs/desk.md#sign-in. */
function brokenCitations(file: string, text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w/.-])(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)]
    .filter(([, page = '', anchor]) => !exists(page, anchor))
    .map(([cited]) => `${file}: ${cited}`);
}

test('the headings of each page have unique anchors', () => {
  expect(pages.length).toBeGreaterThan(10);
  for (const name of pages) {
    const anchors = anchorsOf(`docs/${name}`);
    const twice = anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at);
    // Generated: each operation has the heading of its name.
    if (name !== 'api.md') expect(twice, name).toEqual([]);
  }
});

test('every link in a document leads to a file and a heading that exist', () => {
  const links = documents.flatMap((file) => brokenLinks(file, textOf(file)));
  expect(links).toEqual([]);
});

test('every citation of a page names a page and a heading that exist', () => {
  const files = [...documents, ...others];
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => brokenCitations(file, textOf(file)))).toEqual([]);
});

test('README links to every page', () => {
  const readme = textOf('README.md');
  expect(pages.filter((name) => !readme.includes(`](docs/${name})`))).toEqual([]);
});

/** docs/protocol.md is a reference, docs/api.md is generated from the specification. */
const longPages: readonly string[] = ['docs/protocol.md', 'docs/api.md'];
const maxPageWords = 2500;

/** The words of a page: texts between white space that have a letter or a digit. */
function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

test('a page has at most 2 500 words', () => {
  const long = filesIn('docs')
    .filter((name) => name.endsWith('.md') && !longPages.includes(name))
    .map((name) => [name, wordsOf(textOf(name))] as const)
    .filter(([, words]) => words > maxPageWords);
  expect(long).toEqual([]);
  expect(wordsOf(textOf('docs/protocol.md'))).toBeGreaterThan(maxPageWords);
  expect(wordsOf('| a | `b --c` |\n| --- | 4 |')).toBe(4);
});

test('the checks find missing pages and headings', () => {
  const link = 'See [it](../docs/gone.md), [that](desk.md#gone), and [this](desk.md#sign-in).';
  expect(brokenLinks('docs/x.md', link)).toEqual([
    'docs/x.md: ../docs/gone.md',
    'docs/x.md: desk.md#gone',
  ]);
  const comment = '// See docs/desk.md#sign-in and docs/desk.md#gone.';
  expect(brokenCitations('a.ts', comment)).toEqual(['a.ts: docs/desk.md#gone']);
});
