// Thousands of random requests cause no failure and always get an answer of the right shape.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { secondNames, sellerApi, sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import { inParallel, type FastAnswer } from './support/fast-client.ts';
import { parametersOf } from './support/requests-from-spec.ts';
import { isSignatureValid } from './support/service-client.ts';
import { open, runs } from './random-requests-parts.ts';

/** Text for a query, about half of it broken. */
const raw = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '%',
        '%00',
        '%ff',
        '%ED%A0%80',
        '+',
        '&',
        '=',
        '&&',
        '%26',
        '%3D',
        '#',
        '?',
        ';',
        '/',
        '[]',
        '%0d%0a',
        '%u0041',
        'a',
        '1',
        "'",
      ),
      fc.string({ maxLength: 5 }).map(encodeURIComponent),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

/** Mostly parameters of the operation, some valid and some not, some repeated, some unknown. */
function queryOf(
  types: readonly string[],
  names: (type: string) => Readonly<Record<string, string>>,
  always: Readonly<Record<string, string>>,
) {
  return fc.constantFrom(...types).chain((type) => {
    const known = names(type);
    const own = fc.constantFrom(...Object.keys({ ...known, ...always, type }));
    const pair = fc.oneof(
      {
        weight: 6,
        arbitrary: own.map(
          (name) =>
            `${encodeURIComponent(name)}=${encodeURIComponent({ ...known, ...always, type }[name] ?? '')}`,
        ),
      },
      { weight: 2, arbitrary: fc.tuple(own, raw).map(([name, text]) => `${name}=${text}`) },
      { weight: 1, arbitrary: raw },
    );
    const whole = new URLSearchParams({ ...known, ...always, type }).toString();
    return fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(own, raw).map(([name, text]) => replaced(whole, name, text)),
      },
      { weight: 2, arbitrary: fc.array(pair, { maxLength: 12 }).map((pairs) => pairs.join('&')) },
      { weight: 1, arbitrary: fc.constant(whole) },
      { weight: 1, arbitrary: raw },
    );
  });
}

function replaced(whole: string, name: string, text: string): string {
  const others = whole
    .split('&')
    .filter((pair) => !pair.startsWith(`${encodeURIComponent(name)}=`));
  return [...others, `${name}=${text}`].join('&');
}

function examplesOf(spec: { readonly request: Parameters<typeof parametersOf>[0] } | undefined) {
  const parameters = spec === undefined ? [] : parametersOf(spec.request);
  return Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
}

async function askAll(
  queries: readonly string[],
  ask: (query: string, form?: string) => Promise<FastAnswer>,
  judge: (answer: FastAnswer) => string | null,
  seed: number,
  service: { readonly logText: () => string },
) {
  const statuses = new Map<number, number>();
  await inParallel(queries, async (text, index) => {
    const path = text.replaceAll('#', '%23').replaceAll(/[^\x21-\x7e]/g, '');
    const answer = await (index % 3 === 0 ? ask('', path) : ask(path));
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const wrong = judge(answer);
    if (wrong === null) return;
    const faults = service
      .logText()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    const last = faults.at(-1)?.slice(0, 1000) ?? 'nothing in the log';
    expect.fail(`${wrong}: seed ${seed}, request ${index}: ${path}\n${last}`);
  });
  return statuses;
}

test('the client API answers random requests with signed JSON', { timeout: 300_000 }, async () => {
  const seed = Date.now();
  const { service, client } = await open();
  const { name, ownerid } = service.app;
  const logIn = new URLSearchParams({ type: 'init', name, ownerid }).toString();
  const { body } = await client.ask('/api/1.3/', logIn);
  const always = { name, ownerid, sessionid: String(body?.['sessionid']) };
  const specs: Readonly<Record<string, { request: Parameters<typeof parametersOf>[0] }>> =
    clientSpec;
  const queries = fc.sample(
    queryOf(
      Object.keys(specs).filter((type) => type !== 'logout'),
      (type) => examplesOf(specs[type]),
      always,
    ),
    { numRuns: runs, seed },
  );
  const judge = (answer: FastAnswer) => {
    if (answer.status >= 500) return `status ${answer.status}`;
    if (typeof answer.body?.['success'] !== 'boolean') return 'no JSON';
    return isSignatureValid(service.publicKey, answer) ? null : 'not signed';
  };
  const statuses = await askAll(
    queries,
    (query, form) => client.ask('/api/1.3/', query, form),
    judge,
    seed,
    service,
  );
  // Ensures variety: many requests pass the first checks.
  expect(statuses.get(200), `seed ${seed}`).toBeGreaterThan(runs / 4);
  expect(statuses.get(400), `seed ${seed}`).toBeGreaterThan(runs / 4);
});

test(
  'the seller API answers random requests with JSON, or with text on request',
  { timeout: 300_000 },
  async () => {
    const seed = Date.now();
    const { service, client } = await open();
    // Some requests remove all users.
    await service.removeNeighbour();
    const always = { sellerkey: service.app.sellerkey };
    const specs: Readonly<Record<string, { request: Parameters<typeof parametersOf>[0] }>> =
      sellerApi;
    const queries = fc.sample(
      queryOf(
        [...Object.keys(specs), ...Object.keys(secondNames)],
        (type) => examplesOf(specs[sellerTypeOf(type) ?? type]),
        always,
      ),
      { numRuns: runs, seed },
    );
    const judge = ({ status, body, headers }: FastAnswer) => {
      if (status >= 500) return `status ${status}`;
      if (status === 200 && headers.get('content-type')?.startsWith('text/plain') === true)
        return null;
      return typeof body?.['success'] === 'boolean' && typeof body['message'] === 'string'
        ? null
        : 'no JSON';
    };
    const statuses = await askAll(
      queries,
      (query, form) => client.ask('/api/seller/', query, form),
      judge,
      seed,
      service,
    );
    expect(statuses.get(200), `seed ${seed}`).toBeGreaterThan(runs / 100);
    expect(statuses.get(400), `seed ${seed}`).toBeGreaterThan(runs / 4);
  },
);
