// What a browser loads: one language, and neither zod nor the messages of the service.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../../../test/support/sources-in.ts';

const sources = [...sourcesIn(resolve(import.meta.dirname, '..'), 'src')];

test('the protocol is imported for its types only', () => {
  const loading = sources.filter(([, text]) =>
    /^import (?!type )[^;]*@latchkey\/protocol/m.test(text),
  );
  expect(sources.length).toBeGreaterThan(10);
  expect(loading.map(([file]) => file)).toEqual([]);
});

test('no module outside a language loads one', () => {
  const loading = sources.filter(
    ([file, text]) => !/(en|de)\/\w/.test(file) && /from '\.\/(en|de)\//.test(text),
  );
  const mixed = sources.filter(
    ([file, text]) => /(en|de)\/\w/.test(file) && /from '\.\.\/(en|de)\//.test(text),
  );
  expect([...loading, ...mixed].map(([file]) => file)).toEqual([]);
});
