// Random JSON bodies cause no failure and always get an answer of the right shape.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { secondNames, sellerApi } from '@latchkey/protocol/seller-api.ts';
import { inParallel } from './support/fast-client.ts';
import { mark } from './support/requests-from-spec.ts';
import { isSignatureValid } from './support/service-client.ts';
import { open, runs } from './random-requests-parts.ts';

/** Flat objects that fit more or less, other JSON, and invalid or truncated text. */
function jsonOf(always: Readonly<Record<string, string>>, types: readonly string[]) {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(mark, '1', '', '\u0000', '\ud800', 'a\nb') },
    { weight: 2, arbitrary: fc.oneof(fc.boolean(), fc.double(), fc.constant(null)) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('username', 'user', 'key', 'name', 'var', 'data') },
    { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'type', 'sellerkey') },
  );
  const whole = fc
    .tuple(fc.constantFrom(...types), fc.dictionary(name, value, { maxKeys: 6 }))
    .map(([type, more]) => JSON.stringify({ ...always, type, ...more }));
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.nat(200), fc.string({ maxLength: 3 }))
        .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + 1)),
    },
    {
      weight: 1,
      arbitrary: whole.map((text) => text.replace('{', '{"type":"init",')),
    },
  );
}

test('both APIs answer random JSON with valid answers', { timeout: 300_000 }, async () => {
  const seed = Date.now();
  const { service, client } = await open();
  await service.removeNeighbour();
  const { name, ownerid, sellerkey } = service.app;
  const apis = [
    ['/api/1.3/', jsonOf({ name, ownerid, sessionid: mark }, Object.keys(clientSpec))],
    [
      '/api/seller/',
      jsonOf({ sellerkey }, [...Object.keys(sellerApi), ...Object.keys(secondNames)]),
    ],
  ] as const;
  for (const [path, bodies] of apis)
    await inParallel(fc.sample(bodies, { numRuns: runs / 4, seed }), async (body, index) => {
      // Every fourth request is like a shop's, whose body has its own format.
      const query = index % 4 === 0 ? `type=add&sellerkey=${sellerkey}` : '';
      const answer = await client.ask(path, query, body, 'application/json');
      const what = `seed ${seed}, request ${index}: ${body}`;
      if (answer.status >= 500 || typeof answer.body?.['success'] !== 'boolean')
        expect.fail(`${answer.status}: ${what}`);
      if (path === '/api/1.3/' && !isSignatureValid(service.publicKey, answer))
        expect.fail(`not signed: ${what}`);
    });
});
