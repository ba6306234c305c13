// Attack: more sign-ins than the service can check, so that those of other customers wait or fail.
import { expect, test } from 'vitest';
import { productionLimits, type Passwords } from '../../src/secrets/passwords.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { behindProxy, signInFrom } from '../support/many-addresses.ts';
import { openWire } from '../support/service-client.ts';

const { workers, waiting } = productionLimits;
const room = workers + waiting;

async function pass(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** A service whose password checks end when the test says so, and another customer of it. */
async function open() {
  let ended = 0;
  const begun: { readonly password: string; readonly end: () => void }[] = [];
  const wrapPasswords = (passwords: Passwords): Passwords => ({
    hash: passwords.hash,
    async verify(hash, password, legacy) {
      await new Promise<void>((end) => {
        begun.push({ password, end });
      });
      return passwords.verify(hash, password, legacy);
    },
  });
  const { service } = await openWire({ ...behindProxy, wrapPasswords });
  const other = await addOtherApplication(service, { id: 'another' });
  const attack = await signInFrom({ ...service, app: other });
  const logIn = await signInFrom(service);
  const busy: unknown[] = [];
  /** Waits until each attempt has reserved its slots in three budgets, before any check runs. */
  const untilTaken = async (tries: number) => {
    const all = service.database.selectFrom('throttles').select((eb) => eb.fn.sum('count').as('n'));
    while (Number((await all.executeTakeFirstOrThrow()).n) < 3 * tries) await pass();
    // Writes are acknowledged in order, so after these all reservations are, too.
    for (let times = 0; times < 10; times += 1)
      await service.database.deleteFrom('throttles').where('scope', '=', 'none').execute();
    await pass();
  };
  /** Sends wrong sign-ins of the other customer, and waits until all workers are busy. */
  const flood = async (count: number) => {
    const answers = Array.from({ length: count }, async (_, index) => {
      const { body } = await attack(`10.0.0.${index}`, `user ${index}`, 'wrong');
      if (body['reason'] === 'overloaded') busy.push(body);
      return body['reason'];
    });
    while (begun.length < workers) await pass();
    return answers;
  };
  /** Ends every check, one after the other, until all of these are answered. */
  const endAll = async <T>(answers: readonly Promise<T>[]): Promise<T[]> => {
    const all = Promise.all(answers);
    const state = { ended: false };
    void all.finally(() => (state.ended = true));
    while (!state.ended) {
      const running = begun.slice(ended);
      ended += running.length;
      for (const { end } of running) end();
      await pass();
    }
    return all;
  };
  return { service, logIn, begun, flood, endAll, untilTaken, busy: () => busy };
}

test('a sign-in does not wait for all queued sign-ins of another application', async () => {
  const { service, logIn, begun, flood, endAll, untilTaken } = await open();
  const users = [await service.addUser(), await service.addUser(), await service.addUser()];
  const wrong = await flood(50);
  const right = users.map(async (user, index) => {
    const { body } = await logIn(`192.0.2.${index}`, user.username, user.password);
    return body['success'];
  });
  await untilTaken(50 + users.length);
  expect(begun.map(({ password }) => password)).toEqual(Array(workers).fill('wrong'));
  expect(await endAll(right)).toEqual([true, true, true]);
  // Control: each waited for the running checks and one of the others, not for all fifty.
  const last = begun.findLastIndex(({ password }) => password !== 'wrong');
  expect(last).toBeLessThan(workers + 2 * users.length);
  expect(new Set(await endAll(wrong))).toEqual(new Set(['bad-credentials']));
});

test('a full queue drops work of the application that filled it to accept another application', async () => {
  const { service, logIn, flood, endAll, busy } = await open();
  const user = await service.addUser();
  const wrong = await flood(room + 5);
  while (busy().length < 5) await pass();
  const right = logIn('192.0.2.1', user.username, user.password);
  while (busy().length < 6) await pass();
  const [answer] = await endAll([right]);
  expect(answer?.body['success']).toBe(true);
  const reasons = await endAll(wrong);
  expect(reasons.filter((reason) => reason === 'overloaded')).toHaveLength(6);
});
