// A service whose subscriptions allow several computers, and a user who signs in from them.
import { sellerOf } from './support/seller-client.ts';
import { openWire, type Parameters } from './support/service-client.ts';
import type { TestServiceOptions } from './support/service.ts';
import type { NewUser, TestUser } from './support/service-seeds.ts';

export const start = 1_900_000_000;

/** The device id of a computer, by its name in the test. */
export const deviceOf = (name: string) => name.padEnd(64, '.');

export interface SignedIn {
  readonly sessionid: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The reason of a refusal, or `computers` of a success. */
  readonly result: unknown;
}

export async function openSeats(
  computers: number,
  given: NewUser = {},
  options: TestServiceOptions = {},
) {
  const clock = { now: start };
  const wire = await openWire({ now: () => clock.now * 1000, ...options });
  const { service, send, init } = wire;
  const ask = sellerOf(service);
  const allow = async (count: number) => ask('editsub', { sub: 'Pro', computers: String(count) });
  await allow(computers);
  const user = await service.addUser({ username: 'anna', ...given });
  /** Signs in on the computer with this name. */
  const signIn = async (
    device: string,
    more: Parameters = {},
    who: TestUser = user,
  ): Promise<SignedIn> => {
    const sessionid = await init();
    const { username, password: pass } = who;
    const request = { type: 'login', sessionid, username, pass, hwid: deviceOf(device), ...more };
    const { body } = await send(request);
    return { sessionid, body, result: body['reason'] ?? infoOf(body)['computers'] };
  };
  const check = async (sessionid: string) => (await send({ type: 'check', sessionid })).body;
  /** The rows of all devices of a user, oldest first. */
  const devices = async (username = user.username) => {
    const rows = await service.database
      .selectFrom('devices')
      .innerJoin('users', 'users.id', 'devices.userId')
      .select(['hwid', 'name', 'system', 'addedAt', 'lastSeenAt'])
      .where('username', '=', username)
      .orderBy('addedAt')
      .orderBy('hwid')
      .execute();
    return rows.map(({ hwid, ...row }) => ({ device: hwid.replace(/\.+$/, ''), ...row }));
  };
  const names = async (username?: string) => (await devices(username)).map(({ device }) => device);
  return { ...wire, clock, ask, allow, user, signIn, check, devices, names };
}

export function infoOf(body: SignedIn['body']): Readonly<Record<string, unknown>> {
  return body['info'] as Readonly<Record<string, unknown>>; // as its schema says
}
