// Every operation of the client API has its use in the loader, but for those that a loader has no business with.
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../support/sources-in.ts';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';

const root = path.resolve(import.meta.dirname, '../..');
const core = ['src/main/core', 'packages/client/src']
  .flatMap((folder) => [...sourcesIn(root, folder)])
  // It lists operations without asking for any.
  .filter(([file]) => file !== 'packages/client/src/licensing.ts')
  .map(([, source]) => source)
  .join('\n');

/** Other programs use these; `loginEmail` signs in like `login`. The loader has no screens for
 * computers, sessions and passwords yet. */
const notOfLoaders = [
  ...['ban', 'changepassword', 'checkblacklist', 'computers', 'endsession', 'file', 'loginEmail'],
  ...['removecomputer', 'renamecomputer', 'sessions'],
];

test('the core sends only the known operations', () => {
  const unused = Object.keys(clientSpec).filter((type) => !core.includes(`'${type}'`));
  expect(unused.sort()).toEqual(notOfLoaders);
});
