// Offline passes, checked against the vectors that programs in other languages use.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyOfflinePass } from '../src/index.ts';
import { readOfflinePass } from '../src/offline-pass.ts';
import { readPublicKey } from '../src/signature.ts';

interface Vectors {
  readonly publicKey: string;
  readonly name: string;
  readonly ownerid: string;
  /** Unix seconds. */
  readonly now: number;
  readonly cases: readonly {
    readonly title: string;
    readonly pass: string;
    readonly result: 'ok' | 'expired' | 'clock-behind' | 'invalid';
  }[];
}

const vectorsFile = new URL('../../../examples/offline-pass-vectors.json', import.meta.url);
const vectors = JSON.parse(readFileSync(vectorsFile, 'utf8')) as Vectors; // as this test reads it
const { publicKey, name, ownerid, now } = vectors;
const options = { publicKeys: [publicKey], name, ownerid, nowMs: now * 1000 };

interface ExampleProgram {
  readonly checkPass: (
    text: string,
    trusted: typeof options,
    nowSeconds: number,
  ) => { readonly fault?: string };
}

const example = new URL('../../../examples/protected-app/offline.cjs', import.meta.url);
const { checkPass } = createRequire(import.meta.url)(fileURLToPath(example)) as ExampleProgram; // as it exports

/** Another trusted key. Source: RFC 8032, section 7.1, test 3. */
const otherKey = 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025';

test.each(vectors.cases)('$title: $result', ({ pass, result }) => {
  const checked = verifyOfflinePass(pass, options);
  expect(checked.ok ? 'ok' : checked.fault).toBe(result);
  // A pass that an earlier key signed works as long as the program trusts this key.
  const both = verifyOfflinePass(pass, { ...options, publicKeys: [otherKey, publicKey] });
  expect(both).toEqual(checked);
});

test.each(vectors.cases)('the example program agrees: $title', ({ pass, result }) => {
  const checked = checkPass(pass, options, now);
  expect(checked.fault ?? 'ok').toBe(result);
});

test('accepts a pass only if a trusted key signed it', () => {
  const [valid] = vectors.cases;
  const pass = valid?.pass ?? '';
  const fault = { ok: false, fault: 'invalid' };
  expect(verifyOfflinePass(pass, { ...options, publicKeys: [otherKey] })).toEqual(fault);
  expect(verifyOfflinePass(pass, { ...options, publicKeys: [] })).toEqual(fault);
  expect(readOfflinePass(pass, [readPublicKey(publicKey)], options)).toMatchObject({
    username: 'anna',
    subscriptions: [{ subscription: 'Pro', level: '1' }],
  });
});
