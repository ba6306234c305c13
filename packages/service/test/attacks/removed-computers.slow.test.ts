// Attack: a user sends many removals of computers at the same time, to exceed the allowed number.
import { expect, onTestFinished, test } from 'vitest';
import { databaseKind } from '../support/postgresql.ts';
import { wireTo } from '../support/service-client.ts';
import { temporaryFolder } from '../support/service-command.ts';
import { startTestService } from '../support/service.ts';
import { openRemovals, type Offer } from '../removals-parts.ts';
import { deviceOf, start } from '../seats-parts.ts';

const many = 100;
const numbers = Array.from({ length: many }, (_, index) => index);

/** Opens one or two processes of the service, in which all seats of a user are taken. */
async function openFull(processes: 1 | 2, resets: number) {
  const dataFolder = temporaryFolder();
  // Two processes on SQLite must not interleave, because they would block each other.
  const interleave = processes === 1 || databaseKind === 'postgresql';
  const opened = await openRemovals({ dataFolder, interleave, resets, computers: many });
  const { clock, offer, service } = opened;
  const first = wireTo(service);
  const wires = [first];
  if (processes === 2) {
    const second = await startTestService({
      dataFolder,
      interleave,
      now: () => clock.now * 1000,
    });
    onTestFinished(() => second.close());
    wires.push(wireTo(second));
  }
  const { id: userId } = await service.database
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const bound = numbers.map((number) => ({
    userId,
    hwid: deviceOf(`old ${number}`),
    name: `old ${number}`,
    addedAt: start,
  }));
  await service.database.insertInto('devices').values(bound).execute();
  const offers: Offer[] = [];
  for (let from = 0; from < many; from += 10)
    offers.push(
      ...(await Promise.all(
        numbers.slice(from, from + 10).map((number) => offer(`new ${number}`)),
      )),
    );
  const removeAll = async () => {
    const answers = await Promise.all(
      offers.map(({ sessionid, ticket, ids }, index) => {
        const request = {
          type: 'removecomputer',
          sessionid,
          ticket,
          id: ids[`old ${index}`] ?? '',
        };
        return (wires[index % wires.length] ?? first).send(request);
      }),
    );
    return answers.map(({ body }) => body['reason'] ?? 'signed in');
  };
  return { ...opened, removeAll };
}

test.each([1, 2] as const)(
  'exactly the allowed number of 100 concurrent removals succeeds, in %i process(es)',
  { timeout: 120_000 },
  async (processes) => {
    const { removeAll, names, offer } = await openFull(processes, 7);
    const results = await removeAll();
    expect(results.filter((result) => result === 'signed in')).toHaveLength(7);
    expect(results.filter((result) => result === 'no-resets-left')).toHaveLength(many - 7);
    const bound = await names();
    expect(bound).toHaveLength(many);
    expect(bound.filter((name) => name.startsWith('new'))).toHaveLength(7);
    expect((await offer('one more')).body['resets']).toMatchObject({ left: 0 });
  },
);
