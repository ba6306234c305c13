// Sends every operation of both APIs, and collects the statements that the service runs for them.
import { onTestFinished } from 'vitest';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { sellerApi, type SellerType } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { Database } from '../../../src/database/schema.ts';
import { startService } from '../../../src/host/serve.ts';
import type { After } from '../../../src/periodic-work.ts';
import { cheapCost } from '../cheap-cost.ts';
import { addUsageRows } from '../full-application.ts';
import { ownApplication, ownApplicationId } from '../own-application.ts';
import { databaseOptionsOf, dropDatabaseOf } from '../postgresql.ts';
import {
  recordStatements,
  type RecordedStatement,
  type Recording,
} from '../recorded-statements.ts';
import { repeatCases } from '../repeat-cases.ts';
import { openWorld } from '../repeat-world.ts';
import { mark, parametersOf } from '../requests-from-spec.ts';
import { clientRequests, sellerRequests } from './more-requests.ts';
import { nowSeconds } from './filled-values.ts';
import { refill, type State } from './refill.ts';
import { temporaryFolder } from '../service-command.ts';
import { freshChallenge, type Wire } from '../service-client.ts';

export interface Asked {
  /** Statements by text, with the values of their first run. */
  readonly statements: ReadonlyMap<string, RecordedStatement>;
  /** The operations that never succeeded, such as `seller add`. */
  readonly missing: readonly string[];
}

/** Runs `work`, and adds its statements to `found`. Everything else that runs is not recorded. */
type Collect = <T>(work: () => Promise<T>) => Promise<T>;

export async function askEverything(): Promise<Asked> {
  const statements = new Map<string, RecordedStatement>();
  const succeeded = new Set<string>();
  const recording = recordStatements();
  onTestFinished(recording.stop);
  const collect = collectInto(statements, recording);
  await askSellers(collect, succeeded);
  await askClients(collect, succeeded);
  recording.stop();
  const types = [
    ...Object.keys(sellerApi).map((type) => `seller ${type}`),
    ...Object.keys(clientSpec).map((type) => `client ${type}`),
  ];
  return { statements, missing: types.filter((type) => !succeeded.has(type)) };
}

/** Statements of workers, which run during a request by chance. */
const inBackground = new RegExp(
  [
    '"deliveries".*("claimed_until" = |"next_at" <= )|min\\("next_at"\\)',
    '"jobs".*"claimed_until"',
    '"shop_mails".*"next_at" <= |"shop_events".*is_new = 1',
    '"?new_counts"? (limit|returning)|"?gone"?\\s+where exists',
  ].join('|'),
  's',
);

function collectInto(found: Map<string, RecordedStatement>, recording: Recording): Collect {
  return async (work) => {
    recording.clear();
    const result = await work();
    for (const one of recording.statements())
      if (!found.has(one.sql) && !inBackground.test(one.sql)) found.set(one.sql, one);
    return result;
  };
}

/** Timers that never run. */
export const never: After = () => () => undefined;

async function askSellers(collect: Collect, succeeded: Set<string>): Promise<void> {
  const dataFolder = temporaryFolder();
  let whole: Database | undefined;
  const service = await startService(
    {
      dataFolder,
      port: 0,
      desk: false,
      logStream: { write: () => undefined },
      ...(await databaseOptionsOf(dataFolder, 'empty')),
    },
    {
      now: () => nowSeconds * 1000,
      reach: {},
      passwordCost: cheapCost,
      after: never,
      wrapDatabase: (db) => (whole = db),
    },
  );
  onTestFinished(async () => {
    await service.close();
    await dropDatabaseOf(dataFolder);
  });
  if (whole === undefined) throw new Error('The service opened no database');
  const db = whole;
  let filled: State | null = null;
  const specs = Object.entries<SellerSpec>(sellerApi) as [SellerType, SellerSpec][]; // its keys
  for (const [type, spec] of specs)
    for (const [state, requests] of requestsOf(type, spec))
      for (const request of requests) {
        if (filled !== state) await refill(db, state);
        filled = state;
        const body = new URLSearchParams({ sellerkey: ownApplication.sellerkey, type, ...request });
        const answer = await collect(async () => {
          const response = await fetch(`${service.url}/api/seller/`, { method: 'POST', body });
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
