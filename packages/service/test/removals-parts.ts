// An application in which users may remove their own computers, and a user whose seats are taken.
import { failureAnswer } from '@latchkey/protocol/envelope.ts';
import { infoOf, openSeats } from './seats-parts.ts';
import type { Parameters } from './support/service-client.ts';
import type { TestServiceOptions } from './support/service.ts';
import type { NewUser, TestUser } from './support/service-seeds.ts';

export const day = 86_400;

/** What a new computer was offered when it signed in. */
export interface Offer {
  readonly sessionid: string;
  readonly reason: unknown;
  readonly ticket: string;
  /** The ids of the computers, by their names. */
  readonly ids: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Options extends TestServiceOptions {
  readonly resets?: number;
  readonly computers?: number;
  readonly user?: NewUser;
}

export async function openRemovals({ resets = 2, computers = 1, user, ...options }: Options = {}) {
  const seats = await openSeats(computers, user, options);
  const { ask, send, signIn } = seats;
  const setResets = (count: number) => ask('updatesettings', { resets: String(count) });
  await setResets(resets);
  /** Signs in on a computer whose name is `device`. */
  const signInNamed = (device: string, more: Parameters = {}, who?: TestUser) =>
    signIn(device, { computer: device, system: `System of ${device}`, ...more }, who);
  const offer = async (device: string, more: Parameters = {}, who?: TestUser): Promise<Offer> => {
    const { sessionid, body } = await signInNamed(device, more, who);
    const { ticket = '', computers: list = [] } = failureAnswer.parse(body);
    const ids = Object.fromEntries(list.map(({ name, id }) => [name, id]));
    return { sessionid, reason: body['reason'], ticket, ids, body };
  };
  const remove = async (parameters: Parameters) => {
    const { body } = await send({ type: 'removecomputer', ...parameters });
    return { body, result: body['reason'] ?? infoOf(body)['computers'] };
  };
  /** Signs in on `device` in place of the computer `removed`. */
  const replace = async (device: string, removed: string) => {
    const { sessionid, ticket, ids } = await offer(device);
    return { sessionid, ...(await remove({ sessionid, ticket, id: ids[removed] ?? '' })) };
  };
  return { ...seats, setResets, signInNamed, offer, remove, replace };
}
