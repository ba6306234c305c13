// The generated pages match the specification and the sources, and the OpenAPI document is valid.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { printDocs } from '../../scripts/api-docs/print.ts';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { signedBytes } from '@latchkey/protocol/envelope.ts';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';

const file = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface Schema {
  readonly properties: Readonly<Record<string, { readonly const?: unknown }>>;
  readonly required: readonly string[];
}

/** The parts that these tests read; the validator checks that the document is OpenAPI. */
const document = () =>
  JSON.parse(file('docs/openapi.json')) as {
    paths: Record<string, Record<'get' | 'post', object>>;
    components: { schemas: Record<string, Schema> };
  };

test.each(Object.entries(await printDocs()))(
  '%s is up to date (if not, run "npm run docs")',
  (path, text) => {
    expect(file(path) === text).toBe(true);
  },
);

test('the OpenAPI document is valid', async () => {
  const result = await new Validator().validate(document());
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('the OpenAPI document has every operation, by GET and POST, with request and answer', () => {
  const { paths, components } = document();
  const { schemas } = components;
  for (const [side, path, types] of [
    ['Client', '/api/1.3/', Object.keys(clientSpec)],
    ['Seller', '/api/seller/', Object.keys(sellerApi)],
  ] as const) {
    for (const method of ['get', 'post'] as const) {
      const text = JSON.stringify(paths[path]?.[method]);
      for (const type of types) {
        const name = `${side}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
        expect(text).toContain(`"#/components/schemas/${name}Request"`);
        expect(text).toContain(`"#/components/schemas/${name}Answer"`);
        expect(schemas[`${name}Request`]?.properties['type']?.const).toBe(type);
        expect(schemas[`${name}Answer`]?.properties['success']?.const).toBe(true);
      }
    }
  }
  for (const [, name = ''] of file('docs/openapi.json').matchAll(
    /"#\/components\/schemas\/(\w+)"/g,
  ))
    expect(schemas).toHaveProperty(name);
  expect(schemas['ClientLoginRequest']?.required).toEqual(
    expect.arrayContaining(['type', 'name', 'ownerid', 'sessionid', 'username']),
  );
  expect(schemas['SellerDelwebhookRequest']?.required).toEqual(['type', 'sellerkey', 'webid']);
});

test('docs/api.md has a section for every operation', () => {
  const text = file('docs/api.md');
  // Not `toContain`, which would print the whole document instead of the missing headings.
  const headings = [
    ...Object.keys(clientSpec).map((type) => `\n### \`${type}\`\n`),
    ...Object.keys(sellerApi).map((type) => `\n#### \`${type}\`\n`),
  ];
  expect(headings.filter((heading) => !text.includes(heading))).toEqual([]);
  expect(text).not.toContain('any value');
  expect(text).not.toContain('undefined');
});

test('the signature of the test vector in docs/api.md is valid', () => {
  const text = file('docs/api.md');
  const publicKey = /`([0-9a-f]{64})`/.exec(text)?.[1] ?? '';
  const signature = /\n([0-9a-f]{128})\n/.exec(text)?.[1] ?? '';
  const body = /```text\n(\{.*\})\n```/.exec(text)?.[1] ?? '';
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const holds = (timestamp: string) =>
    verify(null, signedBytes(timestamp, Buffer.from(body)), key, Buffer.from(signature, 'hex'));
  expect(holds('1700000000')).toBe(true);
  expect(holds('1700000001')).toBe(false);
});
