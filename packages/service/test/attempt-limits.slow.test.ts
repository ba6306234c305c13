// The exact limit and window of every attempt budget; see also general-limit.slow.test.ts.
import { expect, test } from 'vitest';
import { transact } from '../src/database/transact.ts';
import { DuplicateRequest } from '../src/api/idempotency/claims.ts';
import { IdempotentRequest } from '../src/api/idempotency/idempotent-request.ts';
import { behindProxy, sendFrom } from './support/many-addresses.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const home = '198.51.100.7';
const elsewhere = (nth: number) => `192.0.2.${nth}`;
const pass = 'wrong';
const [minute, hour, day] = [60, 3600, 86_400];

async function openWorld() {
  const clock = { ms: 1_900_000_000_000 };
  const { service } = await openWire({ ...behindProxy, now: () => clock.ms });
  const send = sendFrom(service);
  const user = await service.addUser({ subscription: { days: 9 } });
  const paused = await service.addUser({ subscription: 'paused' });
  const guarded = await service.addUser({ totp: true });
  const other = await service.addUser({ subscription: { days: 9 } });
  await sellerOf(service)('addchannel', { name: 'slow', delay: '30' });
  const init = async (address: string) =>
    String((await send(address, { type: 'init' })).body['sessionid']);
  const signIn = async (
    address: string,
    username: string,
    pass: string,
    more: { readonly code?: string } = {},
  ) => {
    const sessionid = await init(address);
    const { body } = await send(address, {
      type: 'login',
      sessionid,
      username,
      pass,
      hwid,
      ...more,
    });
    return { sessionid, reason: body['reason'] };
  };
  const stranger = await init(home);
  const { sessionid: signedIn } = await signIn(home, other.username, other.password);
  return { clock, service, send, init, signIn, user, paused, guarded, other, stranger, signedIn };
}

type World = Awaited<ReturnType<typeof openWorld>>;

interface Row {
  readonly what: string;
  readonly most: number;
  readonly seconds: number;
  /** The reason of a refusal; undefined for a success. */
  readonly attempt: (world: World, nth: number) => Promise<unknown>;
  /** The reason of a refusal beyond the budget. */
  readonly beyond?: string;
  /** Seconds between two attempts, so that no other budget is spent before. */
  readonly every?: number;
}

const table: readonly Row[] = [
  {
    what: 'wrong passwords of one account from one address',
    most: 5,
    seconds: 15 * minute,
    attempt: async ({ signIn, user }) => (await signIn(home, user.username, pass)).reason,
  },
  {
    what: 'wrong passwords from one address',
    most: 50,
    seconds: 15 * minute,
    attempt: async ({ signIn }, nth) => (await signIn(home, `nobody ${nth}`, pass)).reason,
  },
  {
    what: 'wrong passwords of one account from everywhere',
    most: 50,
    seconds: hour,
    attempt: async ({ signIn, user }, nth) =>
      (await signIn(elsewhere(nth), user.username, pass)).reason,
  },
  {
    what: 'unknown keys for one account from one address',
    most: 5,
    seconds: 15 * minute,
    attempt: async ({ send, init, user: { username } }, nth) => {
      const parameters = {
        type: 'upgrade',
        sessionid: await init(home),
        username,
        key: `none-${nth}`,
      };
      return (await send(home, parameters)).body['reason'];
    },
  },
  {
    what: 'correct passwords of a paused user',
    most: 10,
    seconds: 15 * minute,
    attempt: async ({ signIn, paused: { username, password } }) =>
      (await signIn(home, username, password)).reason,
  },
  {
    what: 'wrong codes of one user',
    most: 5,
    seconds: 15 * minute,
    attempt: ({ signIn, guarded }, nth) => wrongCode(signIn, guarded, nth),
  },
  {
    what: 'wrong codes of one user in a day',
    most: 20,
    seconds: day,
    every: 4 * minute,
    attempt: ({ signIn, guarded }, nth) => wrongCode(signIn, guarded, nth),
  },
  {
    what: 'wrong seller keys from one address',
    most: 50,
    seconds: 15 * minute,
    async attempt({ service }) {
      const { status } = await sellerOf(service)('stats', { sellerkey: '0'.repeat(32) });
      return status === 429 ? 'rate-limited' : undefined;
    },
  },
  {
    what: 'log lines of a session that is not signed in',
    most: 60,
    seconds: minute,
    attempt: async ({ send, stranger }) =>
      (await send(home, { type: 'log', sessionid: stranger, message: 'x' })).body['reason'],
  },
  {
    what: 'messages in a channel with a delay of 30 seconds',
    most: 1,
    seconds: 30,
    beyond: 'chat-too-fast',
    async attempt({ send, signedIn: sessionid }) {
      const parameters = { type: 'chatsend', sessionid, channel: 'slow', message: 'x' };
      return (await send(home, parameters)).body['reason'];
    },
  },
];

/** Sends each wrong code from a new address, so that no budget of an address is spent. */
async function wrongCode(
  signIn: World['signIn'],
  { username, password }: World['guarded'],
  nth: number,
) {
  return (await signIn(elsewhere(nth), username, password, { code: '000000' })).reason;
}

test.each(table)(
  '$what: allows exactly $most in $seconds s',
  { timeout: 60_000 },
  async ({ attempt, most, seconds, beyond = 'rate-limited', every = 0 }) => {
    const world = await openWorld();
    const { clock, signIn, other } = world;
    const beganMs = clock.ms;
    const outcomes: unknown[] = [];
    for (let nth = 1; nth <= most + 1; nth += 1) {
      outcomes.push(await attempt(world, nth));
      if (nth <= most) clock.ms += every * 1000;
    }
    expect(outcomes.slice(0, most)).not.toContain(beyond);
    expect(outcomes.at(-1)).toBe(beyond);
    // A bystander, who is known at another address.
    expect((await signIn('203.0.113.5', other.username, other.password)).reason).toBeUndefined();
    clock.ms = beganMs + (seconds - 1) * 1000;
    expect(await attempt(world, most + 2)).toBe(beyond);
    clock.ms += 1000;
    expect(await attempt(world, most + 3)).not.toBe(beyond);
  },
);

test.each([
  { what: 'a claim without an outcome', seconds: 30, isTold: false },
  { what: 'a stored outcome', seconds: 600, isTold: true },
])('$what expires after exactly $seconds s', async ({ seconds, isTold }) => {
  const { service } = await openWire();
  const { database } = service;
  const now = 1_900_000_000;
  const key = Buffer.alloc(32, 1);
  const at = (later: number) =>
    new IdempotentRequest({ request: 'a'.repeat(64), content: 'b'.repeat(64) }, key, now + later);
  const first = at(0);
  await first.claim(database, () => Promise.resolve());
  const outcome = { ok: true, answer: {} } as const;
  if (isTold) await transact(database, (inside) => first.complete(inside, outcome));
  const claimed = (later: number) => at(later).claim(database, () => Promise.resolve('done'));
  await expect(claimed(0)).rejects.toBeInstanceOf(DuplicateRequest);
  await expect(claimed(seconds - 1)).rejects.toBeInstanceOf(DuplicateRequest);
  expect(await claimed(seconds)).toBe('done');
});
