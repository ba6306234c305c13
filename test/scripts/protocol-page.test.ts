// Comments and documents cite anchors of docs/protocol.md: each anchor must be a heading there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../support/sources-in.ts';

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (name: string) => readFileSync(path.join(root, name), 'utf8');
const page = textOf('docs/protocol.md');
const anchors = [...page.matchAll(/^#{2,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function citing(): ReadonlyMap<string, string> {
  const packages = readdirSync(path.join(root, 'packages')).flatMap((name) =>
    ['src', 'test'].map((room) => `packages/${name}/${room}`),
  );
  const rooms = ['src', 'scripts', 'test', ...packages].filter((room) =>
    existsSync(path.join(root, room)),
  );
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
    readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  );
  return new Map([
    ...rooms.flatMap((room) => [...sourcesIn(root, room)]),
    ...documents.map((name) => [name, textOf(name)] as const),
  ]);
}

test('the headings of docs/protocol.md have unique anchors', () => {
  expect(anchors.length).toBeGreaterThan(30);
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
});

test('every cited anchor of docs/protocol.md is a heading', () => {
  const cited = [...citing()].flatMap(([file, text]) =>
    [...text.matchAll(/protocol\.md#([\w-]+)/g)].map(([, anchor = '']) => ({ file, anchor })),
  );
  const own = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => {
    return { file: 'docs/protocol.md', anchor };
  });
  expect(own.length).toBeGreaterThan(5);
  expect([...cited, ...own].filter(({ anchor }) => !anchors.includes(anchor))).toEqual([]);
});
