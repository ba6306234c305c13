// Every operation of the client API has its use in the loader, but for those that a loader has no business with.
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../support/sources-in.ts';
import { clientSpec } from '../../src/shared/wire/client-spec.ts';

const root = path.resolve(import.meta.dirname, '../..');
const core = [...sourcesIn(root, 'src/main/core').values()].join('\n');

/** Programs use these; `loginEmail` signs in as `login` does. */
const notOfLoaders = ['ban', 'checkblacklist', 'file', 'loginEmail'];

function unused(source: string): readonly string[] {
  return Object.keys(clientSpec).filter((type) => !source.includes(`'${type}'`));
}

test('what the core asks for is all that there is', () => {
  expect([...unused(core)].sort()).toEqual([...notOfLoaders].sort());
});

test('the look finds one that is gone', () => {
  expect(unused(core.replaceAll("'setvar'", ''))).toContain('setvar');
});
