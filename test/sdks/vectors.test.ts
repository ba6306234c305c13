// The vectors that clients in other languages must agree with (sdks/vectors).
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { vectorFiles } from '../../scripts/sdks/vectors.ts';

const folder = new URL('../../sdks/vectors/', import.meta.url);
interface VectorFile {
  readonly cases: readonly { readonly name: string; readonly result: string }[];
}

// The generator takes the results from the Node client, so equal bytes mean that it still agrees.
test('generates the committed files of vectors again', async () => {
  const generated = await vectorFiles();
  expect(readdirSync(folder).sort()).toEqual([...generated.keys()].sort());
  for (const [name, text] of generated)
    expect(readFileSync(new URL(name, folder), 'utf8') === text, name).toBe(true);
});

test('has at least 600 vectors, each with its own name', async () => {
  let count = 0;
  for (const text of (await vectorFiles()).values()) {
    const { cases } = JSON.parse(text) as VectorFile; // as this repository wrote it
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    count += cases.length;
  }
  expect(count).toBeGreaterThanOrEqual(600);
});
