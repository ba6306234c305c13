// Sends every operation of both APIs, of the desk and of the page, runs the background work, and collects the statements that the service runs for them.
import { onTestFinished } from 'vitest';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { deskApi } from '@latchkey/protocol/desk-api.ts';
import { pageApi } from '@latchkey/protocol/page-api.ts';
import { sellerApi, type SellerType } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { addUsageRows } from '../full-application.ts';
import { ownApplication, ownApplicationId } from '../own-application.ts';
import {
  recordStatements,
  type RecordedStatement,
  type Recording,
} from '../recorded-statements.ts';
import { repeatCases } from '../repeat-cases.ts';
import { openWorld } from '../repeat-world.ts';
import { mark, parametersOf } from '../requests-from-spec.ts';
import { askDesk, askPage, askReset } from './asked-pages.ts';
import { workInBackground } from './background-statements.ts';
import { never, openEmpty } from './empty-service.ts';
import { clientRequests, sellerRequests } from './more-requests.ts';
import { refill, type State } from './refill.ts';
import { freshChallenge, type Wire } from '../service-client.ts';

export interface Asked {
  /** Statements by text, with the values of their first run. */
  readonly statements: ReadonlyMap<string, RecordedStatement>;
  /** The operations that never succeeded, such as `seller add`. */
  readonly missing: readonly string[];
}

/** Runs `work`, and adds its statements to `found`. Everything else that runs is not recorded. */
export type Collect = <T>(work: () => Promise<T>) => Promise<T>;

export async function askEverything(): Promise<Asked> {
  const statements = new Map<string, RecordedStatement>();
  const succeeded = new Set<string>();
  const recording = recordStatements();
  onTestFinished(recording.stop);
  const collect = collectInto(statements, recording, [ofDatabase, ofDeliveries, inBackground]);
  await askSellers(collect, succeeded);
  await askClients(collect, succeeded);
  await askDesk(collect, succeeded);
  await askPage(collect, succeeded);
  await askReset(collect);
  await workInBackground(collectInto(statements, recording, [ofDatabase, ofDeliveries]));
  recording.stop();
  const types = [
    ...Object.keys(sellerApi).map((type) => `seller ${type}`),
    ...Object.keys(clientSpec).map((type) => `client ${type}`),
    ...Object.keys(deskApi).map((type) => `desk ${type}`),
    ...Object.keys(pageApi).map((type) => `page ${type}`),
  ];
  return { statements, missing: types.filter((type) => !succeeded.has(type)) };
}

/** Of the databases themselves. */
const ofDatabase = /sqlite_|pg_|^analyze/i;

/** Statements of deliveries, which run at any time. */
const ofDeliveries = /"deliveries".*("claimed_until" = |"created_at" limit)|min\("next_at"\)/s;

/** Statements of other work, which runs during a request by chance. */
const inBackground = new RegExp(
  [
    '"jobs".*"claimed_until"',
    '"shop_mails".*"next_at" <= |"shop_events".*is_new = 1',
    '"?new_counts"? (limit|returning)|"?gone"?\\s+where exists',
  ].join('|'),
  's',
);

function collectInto(
  found: Map<string, RecordedStatement>,
  recording: Recording,
  ignored: readonly RegExp[],
): Collect {
  return async (work) => {
    recording.clear();
    const result = await work();
    for (const one of recording.statements())
      if (!found.has(one.sql) && !ignored.some((pattern) => pattern.test(one.sql)))
        found.set(one.sql, one);
    return result;
  };
}

async function askSellers(collect: Collect, succeeded: Set<string>): Promise<void> {
  const { db, url } = await openEmpty(never);
  let filled: State | null = null;
  const specs = Object.entries<SellerSpec>(sellerApi) as [SellerType, SellerSpec][]; // its keys
  for (const [type, spec] of specs)
    for (const [state, requests] of requestsOf(type, spec))
      for (const request of requests) {
        if (filled !== state) await refill(db, state);
        filled = state;
        const body = new URLSearchParams({ sellerkey: ownApplication.sellerkey, type, ...request });
        const answer = await collect(async () => {
          const response = await fetch(`${url}/api/seller/`, { method: 'POST', body });
          return response.text();
        });
        if (!answer.startsWith('{"success":true')) continue;
        succeeded.add(`seller ${type}`);
        if (spec.changes !== null) filled = null;
      }
}

type Request = Readonly<Record<string, string>>;

/** A change without and with all optional parameters; a reading with each of them alone, too. */
function requestsOf(
  type: SellerType,
  { request, changes }: SellerSpec,
): readonly (readonly [State, readonly Request[]])[] {
  const parameters = parametersOf(request);
  const given = (wanted: (optional: string) => boolean): Request =>
    Object.fromEntries(
      parameters
        .filter(({ name, optional }) => !optional || wanted(name))
        .map(({ name, example }) => [name, example]),
    );
  const optional = parameters.filter((one) => one.optional).map(({ name }) => name);
  const base = given(() => false);
  const alone = changes === null ? optional : [];
  const each = alone.map((name) => given((one) => one === name));
  return [
    ['unused', [base, ...each, ...(sellerRequests[type] ?? [])]],
    ['used', [base, given(() => true)]],
    ['banned', [base]],
  ];
}

async function askClients(collect: Collect, succeeded: Set<string>): Promise<void> {
  const world = await openWorld({ interleave: false });
  const { database } = world.wire.service;
  for (const { prepare } of repeatCases) {
    for (const table of ['throttles', 'sessions', 'users'] as const)
      await database.deleteFrom(table).execute();
    const [nora, bystander] = [
      await world.wire.service.addUser({ username: 'nora' }),
      await world.wire.service.addUser({ username: 'bystander' }),
    ];
    const request = await prepare({ ...world, user: nora, bystander });
    const { body } = await collect(() =>
      world.wire.send({ ...request, challenge: freshChallenge() }),
    );
    if (body['success'] === true) succeeded.add(`client ${request['type'] ?? ''}`);
  }
  await readAsClient(world.wire, collect, succeeded);
}

async function readAsClient(wire: Wire, collect: Collect, succeeded: Set<string>): Promise<void> {
  const { database } = wire.service;
  await database.deleteFrom('blacklist').execute();
  const reader = await wire.service.addUser({ username: 'reader' });
  const user = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await addUsageRows(database, ownApplicationId, { mark, id: user.id });
  await wire.service.addVariable('note', 'x', true);
  await database.updateTable('applications').set({ ownSessions: 1, resets: 1 }).execute();
  const sessionid = await wire.signIn(reader);
  await wire.send({ type: 'setvar', sessionid, var: 'colour', data: 'x' });
  for (const request of clientRequests) {
    const { body } = await collect(() => wire.send({ sessionid, ...request }));
    if (body['success'] === true) succeeded.add(`client ${request.type}`);
  }
}
