// Injected texts in every parameter cause no fault, and only the sent text is stored. Each
// parameter gets a fifth of the texts; `npm run soak -- sweeps` tries all.
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { secondNamesOf, sellerApi } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { fastClient, inParallel, type FastAnswer } from './support/fast-client.ts';
import { fillApplication } from './support/full-application.ts';
import { dump, growth, rowsWith } from './support/table-dump.ts';
import { injections } from './support/injections.ts';
import { behindProxy } from './support/many-addresses.ts';
import { mark, parametersOf, type Parameter } from './support/requests-from-spec.ts';
import { isSignatureValid } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService, type TestService } from './support/service.ts';
import {
  expectOnlySentTexts,
  deleteWrittenRows,
  type SentParameters,
} from './support/injected-writes.ts';
import { triesAll } from '../../../test/support/share.ts';
import { examples, requestsForParameter, combinedRequests } from './support/injected-parameters.ts';

const canary = 'canary-bird';

const timeout = 600_000;

async function open() {
  const service = await startTestService({ ...behindProxy, dataFolder: temporaryFolder() });
  onTestFinished(() => service.close());
  const { database } = service;
  // Shorter device ids would be refused.
  await service.setApp({ minHwid: 1 });
  const own = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...own, id: canary, name: canary, ownerid: 'canaryBird', sellerkeyHash: canary };
  await database.insertInto('applications').values(other).execute();
  await fillApplication(database, canary, canary);
  const { userId } = await fillApplication(database, own.id, mark);
  const client = fastClient(service.url);
  onTestFinished(() => client.close());
  return { service, client, applicationId: own.id, userId };
}

test('the client API writes only the texts that were sent', { timeout }, async () => {
  const { service, client, applicationId, userId } = await open();
  const { database, app } = service;
  const sign = async (count: number) => {
    const ids = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
    const row = { applicationId, userId, expiresAt: 9_999_999_999 };
    for (let from = 0; from < count; from += 100)
      await database
        .insertInto('sessions')
        .values(ids.slice(from, from + 100).map((id) => ({ ...row, idHash: hashToken(id) })))
        .execute();
    return ids;
  };
  for (const [type, spec] of Object.entries(clientSpec)) {
    const parameters = parametersOf(spec.request);
    const injected = parameters.filter(
      ({ name }) => readForAll.includes(type) || !common.has(name),
    );
    const requests = injected.flatMap((one) => requestsForParameter(parameters, one));
    const ends = ['ban', 'changeUsername', 'logout'].includes(type);
    const sessions = await sign(ends ? requests.length : 1);
    const parse = (name: string, text: string) => parsedAs(spec.request, name, text);
    // A program can ban only its user's devices, so the user gets all of them.
    const hwids = type === 'ban' ? requests.map(({ hwid = '' }) => parse('hwid', hwid)) : [];
    for (const hwid of new Set(hwids))
      if (typeof hwid === 'string' && hwid !== '')
        await database.insertInto('devices').values({ userId, hwid, addedAt: 1 }).execute();
    const before = await dump(database);
    const accepted: SentParameters[] = [];
    const ask = async (sent: SentParameters, index: number) => {
      const sessionid = sessions[index % sessions.length] ?? '';
      const all = { ...app, sellerkey: '', type, sessionid, ...changed(parameters, sent) };
      const answer = await client.ask('/api/1.3/', '', new URLSearchParams(all).toString());
      expectAnswer(service, answer, `${type} ${JSON.stringify(sent)}`);
      if (answer.body?.['success'] === true) accepted.push(sent);
      if (type === 'ban') await database.updateTable('users').set({ bannedReason: null }).execute();
    };
    if (type === 'ban') for (const [index, sent] of requests.entries()) await ask(sent, index);
    else await inParallel(requests, ask);
    expectOnlySentTexts(`client ${type}`, before, await dump(database), accepted, parse);
    await deleteWrittenRows(service, `client ${type}`);
  }
});

/** Parsed in one place for all operations: the types in `readForAll` stand for all of them. */
const common = new Set(['name', 'ownerid', 'challenge', 'sessionid']);

const readForAll = ['init', 'check', 'var'];

/** Keeps the test's own values, unless one of them is injected. */
function changed(parameters: readonly Parameter[], sent: SentParameters): SentParameters {
  const known = ['name', 'ownerid', 'sessionid'];
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, text]) =>
        !known.includes(name) ||
        text !== parameters.find((parameter) => parameter.name === name)?.example,
    ),
  );
}

function expectAnswer(service: TestService, answer: FastAnswer, what: string) {
  const { body, status } = answer;
  if (body === undefined || ![200, 400].includes(status)) expect.fail(`${status} ${what}`);
  if (!isSignatureValid(service.publicKey, answer)) expect.fail(`Not signed: ${what}`);
  if (body['reason'] === 'rate-limited' || body['reason'] === 'internal')
    expect.fail(`${body['reason']} ${what}`);
}

test('the seller API writes only the texts that were sent', { timeout }, async () => {
  const { service, client, userId } = await open();
  const { database, app } = service;
  for (const [type, spec] of Object.entries<SellerSpec>(sellerApi)) {
    const parameters = parametersOf(spec.request);
    if (parameters.length === 0) continue;
    const before = await dump(database);
    const accepted: SentParameters[] = [];
    await inParallel(combinedRequests(parameters), async (sent) => {
      const query = new URLSearchParams({ sellerkey: app.sellerkey, type }).toString();
      const answer = await client.ask('/api/seller/', query, new URLSearchParams(sent).toString());
      const { status, body } = answer;
      if (![200, 400].includes(status) || typeof body?.['message'] !== 'string')
        expect.fail(`${status} ${type} ${JSON.stringify(sent)}`);
      if (status === 200) accepted.push(sent);
    });
    const after = await dump(database);
    const parse = (name: string, text: string) => parsedAs(spec.request, name, text);
    expectOnlySentTexts(`seller ${type}`, before, after, accepted, parse);
    await deleteWrittenRows(service, `seller ${type}`);
    // Restores the name of a renamed user, which later operations use.
    await database.updateTable('users').set({ username: mark }).where('id', '=', userId).execute();
    expect(growth(before, after).auditLogs ?? 0, type).toBe(
      spec.changes === null ? 0 : accepted.length,
    );
  }
});

test(
  'rejects injections as seller key, type, format and parameter names',
  { timeout },
  async () => {
    const { service, client } = await open();
    const { sellerkey, name, ownerid } = service.app;
    const before = await dump(service.database);
    await inParallel(injections, async (text) => {
      for (const sent of [
        { sellerkey: text, type: 'fetchallusers' },
        { sellerkey, type: text },
        { sellerkey, type: 'delvar', name: 'none', [text]: text },
      ] as SentParameters[]) {
        const answer = await client.ask('/api/seller/', new URLSearchParams(sent).toString());
        expect([answer.status, answer.body?.['success']]).toEqual([400, false]);
      }
      const format = new URLSearchParams({ sellerkey, type: 'delvar', name: 'none', format: text });
      expect((await client.ask('/api/seller/', format.toString())).status).toBe(400);
      for (const sent of [
        { name, ownerid, type: text },
        { name, ownerid, type: 'check', sessionid: 'gone', [text]: text },
      ] as SentParameters[]) {
        const answer = await client.ask('/api/1.3/', new URLSearchParams(sent).toString());
        expect([answer.status, answer.body?.['success']]).toEqual([400, false]);
      }
    });
    const grown = growth(before, await dump(service.database));
    expect(Object.keys(grown)).toEqual(['throttles']);
  },
);

/** Each operation gets a different part of the texts: one in 50, or one in 10 if all are tried. */
test(
  'answers injections in JSON and under alternative parameter names without an internal error',
  { timeout },
  async () => {
    const { service, client, applicationId, userId } = await open();
    const { database, app } = service;
    const { name, ownerid, sellerkey } = app;
    const sessionid = randomBytes(32).toString('base64url');
    const row = { applicationId, userId, expiresAt: 9_999_999_999, idHash: hashToken(sessionid) };
    await database.insertInto('sessions').values(row).execute();
    const before = await dump(database);
    const json = 'application/json';
    let turn = 0;
    const parts = triesAll ? 10 : 50;
    const part = () => {
      turn += 1;
      const now = turn % parts;
      return (_: unknown, index: number) => index % parts === now;
    };
    const clients = Object.entries(clientSpec).flatMap(([type, { request }]) =>
      type === 'logout' || type === 'changeUsername' || type === 'ban'
        ? []
        : parametersOf(request)
            .filter((one) => !common.has(one.name))
            .flatMap((one) =>
              requestsForParameter(parametersOf(request), one)
                .filter(part())
                .map((sent): SentParameters => ({ ...sent, type })),
            ),
    );
    await inParallel(clients, async (sent) => {
      const body = JSON.stringify({ ...sent, name, ownerid, sessionid });
      expectAnswer(service, await client.ask('/api/1.3/', '', body, json), body);
    });
    const sellers = Object.entries<SellerSpec>(sellerApi).flatMap(
      ([first, { request, also = {} }]) =>
        [first, ...secondNamesOf(first)].flatMap((type) => {
          const all = examples(parametersOf(request));
          const fields = parametersOf(request).map((one) => one.name);
          return [...fields, ...Object.keys(also)].flatMap((field) =>
            injections.filter(part()).map((text) => {
              const { [also[field] ?? '']: _first, ...others } = all;
              return { ...others, type, [field]: text };
            }),
          );
        }),
    );
    await inParallel(sellers, async (sent) => {
      const body = JSON.stringify({ ...sent, sellerkey });
      const { status, body: said } = await client.ask('/api/seller/', '', body, json);
      if (![200, 400].includes(status) || typeof said?.['message'] !== 'string')
        expect.fail(`${status} ${body}`);
    });
    expect(rowsWith(await dump(database), canary)).toEqual(rowsWith(before, canary));
  },
);

/** The value as the service reads it: trimmed; undefined if absent, empty or refused. */
function parsedAs(schema: z.ZodType, name: string, text: string): unknown {
  const field = fieldOf(schema, name);
  const value = ['pass', 'passwd'].includes(name) ? text : text.trim().normalize('NFC');
  const isAbsent = value === '' && field.safeParse(undefined).success;
  return field.safeParse(isAbsent ? undefined : value).data;
}

function fieldOf(schema: z.ZodType, name: string): z.ZodType {
  const field = 'shape' in schema ? (schema.shape as Record<string, z.ZodType>)[name] : undefined; // z.object has a shape
  if (field === undefined) throw new Error(`There is no ${name}`);
  return field;
}
