// The loader uses every operation of the client API except those for other programs.
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../support/sources-in.ts';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';

const root = path.resolve(import.meta.dirname, '../..');
const core = ['src/main/core', 'packages/client/src']
  .flatMap((folder) => [...sourcesIn(root, folder)])
  // This file lists operations without sending them.
  .filter(([file]) => file !== 'packages/client/src/licensing.ts')
  .map(([, source]) => source)
  .join('\n');

/** Programs and pages of sellers use these; `loginEmail` signs in as `login` does. */
const notOfLoaders = ['ban', 'file', 'loginEmail'];

test('the core sends all operations but those for other programs', () => {
  const unused = Object.keys(clientSpec).filter((type) => !core.includes(`'${type}'`));
  expect(unused.sort()).toEqual(notOfLoaders);
});
