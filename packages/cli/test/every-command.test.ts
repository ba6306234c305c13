// Every command of the command line is run by some test: a new one without any is named here.
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../../test/support/sources-in.ts';
import { commands } from '../src/commands/list.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const tests = ['packages/cli/test', 'packages/service/test', 'test/e2e', 'test/delivery']
  .flatMap((room) => [...sourcesIn(root, room)])
  .filter(([file]) => file !== 'packages/cli/test/every-command.test.ts')
  .map(([, source]) => source)
  .join('\n');

test('no command is without a test', () => {
  // By their words, as one text or as several: `'keys list'`, `'keys', 'list'`.
  const text = tests.replaceAll(/['"`],?\s+['"`]/g, ' ');
  const isTried = (words: string) => new RegExp(`(?<![\\w-])${words}(?![\\w-])`).test(text);
  expect(commands.map(({ words }) => words).filter((words) => !isTried(words))).toEqual([]);
});
