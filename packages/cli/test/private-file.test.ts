// Files that only their owner may read: restricted on Windows before anything is in them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePrivateFile } from '../src/private-file.ts';
import { temporaryFolder } from './support/cli.ts';

test('a file is restricted while it is empty', () => {
  const file = join(temporaryFolder(), 'key');
  const seen: [string, string][] = [];
  const made = makePrivateFile(file, (path) => void seen.push([path, readFileSync(path, 'utf8')]));
  made.write(['secret']);
  made.close();
  expect(seen).toEqual([[file, '']]);
  expect(readFileSync(file, 'utf8')).toBe('secret');
});

test('a file that cannot be restricted is not created', () => {
  const file = join(temporaryFolder(), 'key');
  const refuse = () => {
    throw new Error('no access lists');
  };
  expect(() => makePrivateFile(file, refuse)).toThrow('Windows cannot restrict');
  expect(existsSync(file)).toBe(false);
});
