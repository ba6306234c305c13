// Runs the loader of the hostile cases in the test's process, with Node's Http adapter.
import { createNodeHttp } from '@latchkey/client/http-node.ts';
import { drive, type Driven } from './drive.ts';
import type { LoaderRunner } from './run-case.ts';

export function createNodeRunner(): LoaderRunner {
  let driven: Driven | null = null;
  const current = (): Driven => {
    if (driven === null) throw new Error('nothing was begun');
    return driven;
  };
  return {
    begin: async (plan, stuck) => {
      driven = await drive(createNodeHttp(), plan, stuck);
      return driven.seen();
    },
    again: (as) => current().again(as),
    stop: () => {
      driven?.stop();
      driven = null;
      return Promise.resolve();
    },
  };
}
