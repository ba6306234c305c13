// Passwords in transit arrive byte for byte, and stored hashes have the production cost.
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPasswords, productionCost } from '../src/secrets/passwords.ts';
import { hwid, openWire } from './support/service-client.ts';
import { exemptFromLimit } from './support/request-limit.ts';
import { triesAll } from '../../../test/support/share.ts';
import { cheapCost } from './support/cheap-cost.ts';

/** 10 000 in `npm run soak -- sweeps`. */
const runs = triesAll ? 10_000 : 300;
const atOnce = 16;

/** 1 to 256 characters of any script but control, often ones that get lost in transit. */
const anyPassword = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        ' ',
        '+',
        '%',
        '&',
        '=',
        '#',
        ';',
        '"',
        '<',
        '\ufeff',
        '\u00a0',
        '\u0301',
        '\u200f',
        'é',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 256,
  })
  .filter((text) => !/\p{Cc}/u.test(text));

test(
  'random passwords arrive byte for byte, by query, form and multipart form',
  { timeout: 120_000 },
  async () => {
    const seed = Date.now();
    const arrived = new Map<string, number>();
    const count = (password: string, by: number) =>
      arrived.set(password, (arrived.get(password) ?? 0) + by);
    const wire = await openWire({
      wrapPasswords: (passwords) => ({
        ...passwords,
        verify: (_hash, password) => {
          count(password, -1);
          // A failed check would count against the budgets of account and IP.
          return Promise.resolve(true);
        },
      }),
    });
    const { name, ownerid } = wire.service.app;
    // A request for a code signs nobody in, and counts against no budget.
    await wire.service.addUser({ username: 'u', totp: true });
    await exemptFromLimit(wire.service);
    const sessionid = await wire.init();
    const common = { type: 'login', name, ownerid, sessionid, username: 'u', hwid };
    const passwords = fc.sample(anyPassword, { numRuns: runs, seed });
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const left = [...passwords.entries()];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = left.pop(); next !== undefined; next = left.pop()) {
          const [index, pass] = next;
          count(pass, 1);
          const kind = kinds[index % kinds.length] ?? query;
          const answer = await kind(agent, wire.service.url, { ...common, pass });
          expect(answer, `seed ${seed}, password ${index}`).toContain('"code-needed"');
        }
      }),
    );
    agent.destroy();
    const lost = [...arrived].filter(([, missing]) => missing !== 0);
    expect(lost, `seed ${seed}`).toEqual([]);
    expect(arrived.size).toBeGreaterThan(runs / 2);
  },
);

type Kind = (agent: Agent, url: string, parameters: Record<string, string>) => Promise<string>;

const query: Kind = (agent, url, parameters) =>
  send(agent, `${url}/api/1.3/?${new URLSearchParams(parameters).toString()}`);

const form: Kind = (agent, url, parameters) =>
  send(agent, `${url}/api/1.3/`, {
    type: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(parameters).toString(),
  });

const multipart: Kind = (agent, url, parameters) => {
  const parts = Object.entries(parameters).map(
    ([name, value]) =>
      `--b0undary\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return send(agent, `${url}/api/1.3/`, {
    type: 'multipart/form-data; boundary=b0undary',
    text: `${parts.join('')}--b0undary--\r\n`,
  });
};

const kinds = [query, form, multipart];

function send(
  agent: Agent,
  url: string,
  body?: { readonly type: string; readonly text: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { headers: { 'content-type': body.type } }),
    });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    });
    sent.end(body?.text);
  });
}

test('a stored hash is argon2id with the recommended cost, and unique', async () => {
  const { hash } = await createPasswords(productionCost);
  const [first, second] = await Promise.all([hash('the same'), hash('the same')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

test('accepts only the exact password, and no password without a stored hash', async () => {
  const { hash, verify } = await createPasswords(cheapCost);
  const stored = await hash('pass');
  expect(await verify(stored, 'pass', false)).toBe(true);
  expect(await verify(stored, 'pass ', false)).toBe(false);
  expect(await verify(null, 'pass', false)).toBe(false);
});
