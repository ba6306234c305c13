// Every command is run by some test.
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../../test/support/sources-in.ts';
import { commands } from '../src/commands/all-commands.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const tests = ['packages/cli/test', 'packages/service/test', 'test/e2e', 'test/delivery']
  .flatMap((room) => [...sourcesIn(root, room)])
  .filter(([file]) => file !== 'packages/cli/test/every-command.test.ts')
  .map(([, source]) => source)
  .join('\n');

test('every command has a test', () => {
  // The words may be one string or several: `'keys list'`, `'keys', 'list'`.
  // Titles are sentences, in which any words may stand.
  const text = tests
    .replaceAll(/\b(?:test|describe)(?:\.\w+)*\(\s*(['"`]).*?\1/gs, '')
    .replaceAll(/['"`],?\s+['"`]/g, ' ');
  const isTried = (words: string) => new RegExp(`(?<![\\w-])${words}(?![\\w-])`).test(text);
  expect(commands.map(({ words }) => words).filter((words) => !isTried(words))).toEqual([]);
});
