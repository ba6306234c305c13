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

/** Programs use these; `loginEmail` signs in as `login` does. */
const notOfLoaders = ['ban', 'checkblacklist', 'file', 'loginEmail'];

test('the core sends only the known operations', () => {
  const unused = Object.keys(clientSpec).filter((type) => !core.includes(`'${type}'`));
  expect(unused.sort()).toEqual(notOfLoaders);
});
