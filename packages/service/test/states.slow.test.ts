// Every client API operation in every state: its answer, and what becomes of the session.
import { sealAt } from '../src/secrets/at-rest.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientSpec, sessionNeedOf, type ClientType } from '@latchkey/protocol/client-spec.ts';
import { withFold } from '../src/database/names.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { exemptFromLimit } from './support/request-limit.ts';
import { wireTo, type Parameters, type Wire } from './support/service-client.ts';
import { startTestService } from './support/service.ts';
import { type TestUser } from './support/service-seeds.ts';
import { endings, table, states, type Cell, type State } from './states-table.ts';

let wire: Wire;

beforeAll(async () => {
  const service = await startTestService();
  wire = wireTo(service);
  const { database } = service;
  await exemptFromLimit(service);
  await service.addVariable('public', 'value', false);
  await service.addVariable('secret', 'value', true);
  const own = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const url = sealAt(service.secret, 'webhook addresses', [own.id], 'https://10.0.0.1/');
  const hook = { applicationId: own.id, url, userAgent: 'x' };
  await database
    .insertInto('webhooks')
    .values([
      { ...hook, webid: 'public', authed: 0 },
      { ...hook, webid: 'secret', authed: 1 },
    ])
    .execute();
  const lobby = { applicationId: own.id, ...withFold('name', 'lobby'), delaySeconds: 0 };
  await database.insertInto('channels').values(lobby).execute();
  const other = {
    ...own,
    id: 'other',
    name: 'Other',
    ownerid: 'otherOwner',
    sellerkeyHash: 'other',
  };
  await database.insertInto('applications').values(other).execute();
  // At least one user is always online.
  await wire.signIn(await service.addUser());
});
afterAll(() => wire.service.close());

async function bringInto(state: State): Promise<{ user: TestUser; session: Parameters }> {
  const { service, init, signIn } = wire;
  const user = await service.addUser();
  const { username } = user;
  if (state === 'no session') return { user, session: {} };
  if (state === 'unknown') return { user, session: { sessionid: randomUUID() } };
  if (state === 'of another application') return { user, session: await sessionOfOther() };
  if (state === 'initialised') return { user, session: { sessionid: await init() } };
  const sessionid = await signIn(user);
  if (state === 'past') await expire(sessionid);
  if (state === 'banned') await service.changeUser(username, { banned: 'Chargeback' });
  if (state === 'expired') await service.changeUser(username, 'expire');
  if (state === 'paused') await service.changeUser(username, 'pause');
  if (state === 'application disabled') await service.setApp({ enabled: false });
  if (state === 'application paused') await service.setApp({ paused: true });
  return { user, session: { sessionid } };
}

async function sessionOfOther(): Promise<Parameters> {
  const sessionid = randomUUID();
  const row = { idHash: hashToken(sessionid), applicationId: 'other', userId: null };
  await wire.service.database
    .insertInto('sessions')
    .values({ ...row, expiresAt: 9_999_999_999 })
    .execute();
  return { sessionid };
}

async function expire(sessionid: string): Promise<void> {
  await wire.service.database
    .updateTable('sessions')
    .set({ expiresAt: 1 })
    .where('idHash', '=', hashToken(sessionid))
    .execute();
}

const lines = Object.entries(table).flatMap(
  ([type, all]) =>
    all.map((line, index) => ({
      type: type as ClientType,
      line,
      title: line.title ?? (index === 0 ? type : `${type} of something that requires sign-in`),
    })), // the keys of a constant
);

test('the table covers every operation', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(clientSpec).sort());
});

describe.each(lines)('$title', ({ type, line }) => {
  test.each(states.map((state, index) => ({ state, expected: line.cells[index] })))(
    'in the state "$state": $expected',
    async ({ state, expected }) => {
      const { user, session } = await bringInto(state);
      const request = { ...session, ...(await line.parameters(user, wire)) };
      try {
        const { body } = await wire.send({ type, ...request });
        expect(body['success'] === true ? 'ok' : body['reason']).toBe(expected);
      } finally {
        await wire.service.setApp({ enabled: true, paused: false });
        await wire.service.database.deleteFrom('blacklist').execute();
      }
      await expectSession(type, state, request, expected);
    },
  );
});

const signing: readonly ClientType[] = ['login', 'loginEmail', 'register', 'trial', 'license'];

/** The session has ended, is signed in, or is unchanged. */
async function expectSession(
  type: ClientType,
  state: State,
  request: Parameters,
  answer: Cell | undefined,
) {
  const { sessionid, kind } = request;
  if (sessionid === undefined || ['unknown', 'past', 'of another application'].includes(state))
    return;
  const row = await wire.service.database
    .selectFrom('sessions')
    .select('userId')
    .where('idHash', '=', hashToken(sessionid))
    .executeTakeFirst();
  const needs = sessionNeedOf(type, kind);
  const ended =
    endings.some((_, index) => ['banned', 'expired', 'paused'][index] === state) &&
    (needs === 'session' || needs === 'sign-in');
  const leaves = type === 'logout' || (type === 'changeUsername' && state === 'signed in');
  if (ended || leaves) expect(row).toBeUndefined();
  else if (state === 'initialised' && !(signing.includes(type) && answer === 'ok'))
    expect(row).toEqual({ userId: null });
  else expect(row?.userId).toBeTypeOf('string');
}
