// Test cases of repeated requests that sign in or register.
import { expect } from 'vitest';
import { failureAnswer } from '@latchkey/protocol/envelope.ts';
import { openAt } from '../../src/secrets/at-rest.ts';
import { sellerOf } from './seller-client.ts';
import { hwid, type Parameters } from './service-client.ts';
import { type RepeatCase, type World } from './repeat-world.ts';

export const signInUser = ({ wire, user }: World) => wire.signIn(user);

const login = async ({ wire, user }: World, more: Parameters = {}): Promise<Parameters> => ({
  type: 'login',
  sessionid: await wire.init(),
  username: user.username,
  pass: user.password,
  hwid,
  ...more,
});

export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

/** Signs in and enables two-factor sign-in. The returned `code` is not used yet. */
export async function enableTwoFactor(world: World): Promise<{ sessionid: string; code: string }> {
  const { wire, clock } = world;
  const sessionid = await signInUser(world);
  const code = await offeredCode(world, sessionid);
  await wire.send({ type: '2faenable', sessionid, code });
  // Lets deliveries settle before the clock moves, because a retry's delay counts from its attempt.
  await wire.service.deliveriesSettled();
  clock.ms += 30_000;
  const { service } = wire;
  const { id, totpSecret } = await service.database
    .selectFrom('users')
    .select(['id', 'totpSecret'])
    .where('username', '=', world.user.username)
    .executeTakeFirstOrThrow();
  const secret = openAt(service.secret, 'one-time codes', [id], totpSecret ?? '');
  return { sessionid, code: service.totpCode(secret) };
}

export async function offeredCode({ wire }: World, sessionid: string): Promise<string> {
  const { body } = await wire.send({ type: '2faenable', sessionid });
  const { secret_code } = body['2fa'] as { secret_code: string }; // checked against its specification
  return wire.service.totpCode(secret_code);
}

export async function setEmail({ wire: { service } }: World, email: string): Promise<void> {
  await sellerOf(service)('editemail', { user: 'nora', email });
}

async function trialOn({ wire }: World, hwid: string): Promise<Parameters> {
  await sellerOf(wire.service)('editsub', { sub: 'Pro', trialdays: '14' });
  const account = { username: 'anna', pass: 'secret', hwid };
  return { type: 'trial', sessionid: await wire.init(), ...account };
}

/** A request that replaces the only computer of the user by another one. */
async function removal(world: World): Promise<Parameters> {
  const { wire } = world;
  await sellerOf(wire.service)('updatesettings', { resets: '3' });
  await signInUser(world);
  const asked = await login(world, { hwid: 'e'.repeat(64), computer: 'New computer' });
  const { body } = await wire.send(asked);
  const { ticket = '', computers = [] } = failureAnswer.parse(body);
  return {
    type: 'removecomputer',
    sessionid: asked['sessionid'] ?? '',
    ticket,
    id: computers[0]?.id ?? '',
  };
}

export const signIns: readonly RepeatCase[] = [
  {
    what: 'renamecomputer',
    reason: null,
    async prepare(world) {
      const { send } = world.wire;
      const { ticket: _ticket, ...request } = await removal(world);
      const sessionid = await signInUser(world);
      const { body } = await send({ type: 'computers', sessionid });
      expect(body).toMatchObject({ computers: [{ id: request['id'] }] });
      return { ...request, type: 'renamecomputer', sessionid, computer: 'Desk' };
    },
  },
  { what: 'removecomputer', reason: null, prepare: removal },
  {
    what: 'removecomputer with an unknown ticket',
    reason: 'ticket-unknown',
    prepare: async (world) => ({ ...(await removal(world)), ticket: 'no-such-ticket' }),
  },
  {
    what: 'removecomputer of an unknown computer',
    reason: 'computer-unknown',
    prepare: async (world) => ({ ...(await removal(world)), id: 'no-such-computer' }),
  },
  { what: 'login', reason: null, prepare: (world) => login(world) },
  {
    what: 'loginEmail',
    reason: null,
    async prepare(world) {
      await setEmail(world, 'nora@example.org');
      const { username: _username, ...request } = await login(world);
      return { ...request, type: 'loginEmail', email: 'nora@example.org' };
    },
  },
  {
    what: 'login with a wrong password',
    reason: 'bad-credentials',
    prepare: (world) => login(world, { pass: 'wrong' }),
  },
  {
    what: 'login with the fifth wrong password',
    reason: 'bad-credentials',
    async prepare(world) {
      const request = await login(world, { pass: 'wrong' });
      for (let tries = 0; tries < 4; tries += 1) await world.wire.send(request);
      return request;
    },
  },
  {
    what: 'login of a banned user',
    reason: 'banned',
    async prepare(world) {
      await world.wire.service.changeUser('nora', { banned: 'why' });
      return login(world);
    },
  },
  {
    what: 'login with a code',
    reason: null,
    async prepare(world) {
      const { code } = await enableTwoFactor(world);
      return login(world, { code });
    },
  },
  {
    what: 'login with a wrong code',
    reason: 'bad-code',
    async prepare(world) {
      const { code } = await enableTwoFactor(world);
      return login(world, { code: wrongCode(code) });
    },
  },
  {
    what: 'register',
    reason: null,
    prepare: async ({ wire }) => ({
      type: 'register',
      sessionid: await wire.init(),
      username: 'anna',
      pass: 'secret',
      hwid,
      key: await wire.service.addLicense({ days: 3 }),
    }),
  },
  {
    what: 'register with an unknown key',
    reason: 'key-unknown',
    prepare: async ({ wire }) => ({
      type: 'register',
      sessionid: await wire.init(),
      username: 'anna',
      pass: 'secret',
      hwid,
      key: 'NO-SUCH-KEY',
    }),
  },
  {
    what: 'trial',
    reason: null,
    prepare: (world) => trialOn(world, hwid),
  },
  {
    what: 'trial of a computer that had one',
    reason: 'trial-used',
    async prepare(world) {
      await world.wire.send({ ...(await trialOn(world, hwid)), username: 'first' });
      return trialOn(world, hwid);
    },
  },
  {
    what: 'license that registers',
    reason: null,
    prepare: async ({ wire }) => ({
      type: 'license',
      sessionid: await wire.init(),
      hwid,
      key: await wire.service.addLicense({ days: 3 }),
    }),
  },
  {
    what: 'license that signs in',
    reason: null,
    async prepare({ wire }) {
      const key = await wire.service.addLicense({ days: 3 });
      await wire.send({ type: 'license', sessionid: await wire.init(), key, hwid });
      return { type: 'license', sessionid: await wire.init(), key, hwid };
    },
  },
];
