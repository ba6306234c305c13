// Opens a service with shortcuts for tests of names: sign-ins, seller requests and queued events.
import { expect } from 'vitest';
import { eventNames } from '@latchkey/protocol/seller/event-names.ts';
import { sellerOf } from './seller-client.ts';
import { hwid, openWire } from './service-client.ts';
import type { NewUser } from './service-seeds.ts';
import { addTwin, twinRows } from './twin-application.ts';

export async function openNamed() {
  const wire = await openWire({ interleave: true });
  const { service } = wire;
  const { database } = service;
  const ask = sellerOf(service);
  const as = async (type: string, more: Readonly<Record<string, string>>, session?: string) => {
    const sessionid = session ?? (await wire.init());
    return (await wire.send({ type, sessionid, hwid, ...more })).body;
  };
  const signIn = (username: string, pass = 'right') => as('login', { username, pass });
  const addUser = (username: string, more: NewUser = {}) =>
    service.addUser({ username, password: 'right', ...more });
  const userRow = (username: string) =>
    database
      .selectFrom('users')
      .selectAll()
      .where('username', '=', username)
      .where('applicationId', '!=', 'twin')
      .executeTakeFirstOrThrow();
  /** Subscribes a webhook to all events; `queuedFacts` returns the queued facts. */
  const listen = () =>
    ask('addwebhook', { baseurl: 'https://hook.example/', events: eventNames.join(',') });
  /**
   * Returns facts of queued events, sorted by reason, because creation times are only whole
   * seconds.
   */
  const queuedFacts = async () => {
    const rows = await database.selectFrom('deliveries').select('body').execute();
    const facts = rows.map(
      ({ body }) => (JSON.parse(body) as { facts: Record<string, string> }).facts,
    );
    const reasonOf = (one: Readonly<Record<string, string>>) => one['reason'] ?? '';
    return facts.sort((one, other) => (reasonOf(one) < reasonOf(other) ? -1 : 1));
  };
  /** Adds a second application with opposite-case names, which `act` must leave unchanged. */
  const beside = async (act: () => Promise<void>) => {
    await addTwin(database);
    const before = await twinRows(database);
    await act();
    expect(await twinRows(database)).toEqual(before);
  };
  return { ...wire, database, ask, as, signIn, addUser, userRow, listen, queuedFacts, beside };
}
