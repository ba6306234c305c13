// Every operation that is done once (contract 0.15), each in the states that it can end in: what to prepare, what to send, and
// which reason it comes to. The world they live in has one of everything, and a user whom none of them is about.
import { openAt } from '../../src/service/secrets/at-rest.ts';
import { chmodSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startFakeSmtp } from './fake-smtp.ts';
import { sellerOf } from './seller-client.ts';
import { hwid, wireTo, type Parameters, type Wire } from './service-client.ts';
import { folder } from './service-command.ts';
import { startTestService, type TestUser } from './service.ts';

export interface World {
  readonly clock: { ms: number };
  readonly wire: Wire;
  /** Another process of the same service. */
  readonly other: Wire;
  readonly user: TestUser;
  readonly bystander: TestUser;
  /** What left the service: mails and calls of the webhook. */
  readonly sent: () => number;
  /** Answers of the webhook from now on. */
  readonly hook: { status: number };
  readonly webid: string;
}

/** `interleave`: lets other requests run between any two queries; not for two processes on SQLite, which would block each other. */
export async function openWorld({ interleave }: { readonly interleave: boolean }): Promise<World> {
  const dataFolder = folder();
  const clock = { ms: 1_900_000_000_000 };
  const [smtp, target] = [await startFakeSmtp(), await openTarget()];
  onTestFinished(() => smtp.close());
  const smtpFile = join(dataFolder, 'smtp.json');
  const settings = {
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: 'Test <no-reply@test.example>',
    publicUrl: 'https://license.test.example',
  };
  writeFileSync(smtpFile, JSON.stringify(settings));
  chmodSync(smtpFile, 0o600);
  const options = {
    ...{ dataFolder, smtpFile, interleave, now: () => clock.ms },
    outbound: { allowPrivateAddresses: [target.host] },
  };
  const [service, second] = [await startTestService(options), await startTestService(options)];
  onTestFinished(() => service.close());
  onTestFinished(() => second.close());
  const ask = sellerOf(service);
  const baseurl = `http://${target.host}/hook`;
  const webid = String((await ask('addwebhook', { baseurl, authed: '0' })).body['webid']);
  const events = 'login,login-failed,register,redeem,redeem-failed,ban,log';
  await ask('addwebhook', { baseurl: `http://${target.host}/events`, events });
  await ask('addchannel', { name: 'general', delay: '60' });
  const user = await service.addUser({ username: 'nora' });
  const bystander = await service.addUser({ username: 'bystander' });
  await wireTo(service).signIn(bystander);
  return {
    ...{ clock, user, bystander, webid, hook: target.hook },
    wire: wireTo(service),
    other: wireTo(second),
    sent: () => smtp.mails.length + target.calls(),
  };
}

async function openTarget() {
  const hook = { status: 200 };
  let calls = 0;
  const server = http.createServer((request, response) => {
    if (request.url?.startsWith('/hook') === true) calls += 1;
    request.resume().on('end', () => response.writeHead(hook.status).end('from the seller'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens at a port
  return { host: `127.0.0.1:${port}`, hook, calls: () => calls };
}

export interface RepeatCase {
  readonly what: string;
  /** null: a success. */
  readonly reason: string | null;
  readonly prepare: (world: World) => Promise<Parameters>;
}

const signedIn = ({ wire, user }: World) => wire.signIn(user);
const login = async ({ wire, user }: World, more: Parameters = {}): Promise<Parameters> => ({
  ...{ type: 'login', sessionid: await wire.init() },
  ...{ username: user.username, pass: user.password, hwid, ...more },
});

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

/** Signed in, with two-factor sign-in on; the next code is one that was not used yet. */
async function withTwoFactors(world: World): Promise<{ sessionid: string; code: string }> {
  const { wire, clock } = world;
  const sessionid = await signedIn(world);
  const code = await offered(world, sessionid);
  await wire.send({ type: '2faenable', sessionid, code });
  // What is told again later is told so long after it was tried.
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

async function offered({ wire }: World, sessionid: string): Promise<string> {
  const { body } = await wire.send({ type: '2faenable', sessionid });
  const { secret_code } = body['2fa'] as { secret_code: string }; // checked against its specification
  return wire.service.totpCode(secret_code);
}

async function setEmail({ wire: { service } }: World, email: string): Promise<void> {
  await sellerOf(service)('editemail', { user: 'nora', email });
}

const signIns: readonly RepeatCase[] = [
  { what: 'login', reason: null, prepare: (world) => login(world) },
  {
    what: 'loginEmail',
    reason: null,
    async prepare(world) {
      await setEmail(world, 'nora@example.org');
      const { username: _username, ...given } = await login(world);
      return { ...given, type: 'loginEmail', email: 'nora@example.org' };
    },
  },
  {
    what: 'login with a wrong password',
    reason: 'bad-credentials',
    prepare: (world) => login(world, { pass: 'wrong' }),
  },
  {
    what: 'the last login that may be wrong',
    reason: 'bad-credentials',
    async prepare(world) {
      const given = await login(world, { pass: 'wrong' });
      for (let tries = 0; tries < 4; tries += 1) await world.wire.send(given);
      return given;
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
      const { code } = await withTwoFactors(world);
      return login(world, { code });
    },
  },
  {
    what: 'login with a wrong code',
    reason: 'bad-code',
    async prepare(world) {
      const { code } = await withTwoFactors(world);
      return login(world, { code: wrong(code) });
    },
  },
  {
    what: 'register',
    reason: null,
    prepare: async ({ wire }) => ({
      ...{ type: 'register', sessionid: await wire.init(), username: 'anna', pass: 'secret', hwid },
      key: await wire.service.addLicense({ days: 3 }),
    }),
  },
  {
    what: 'register with an unknown key',
    reason: 'key-unknown',
    prepare: async ({ wire }) => ({
      ...{ type: 'register', sessionid: await wire.init(), username: 'anna', pass: 'secret', hwid },
      key: 'NO-SUCH-KEY',
    }),
  },
  {
    what: 'license that registers',
    reason: null,
    prepare: async ({ wire }) => ({
      ...{ type: 'license', sessionid: await wire.init(), hwid },
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

const redeems: readonly RepeatCase[] = [
  {
    what: 'upgrade',
    reason: null,
    prepare: async ({ wire }) => ({
      ...{ type: 'upgrade', sessionid: await wire.init(), username: 'nora' },
      key: await wire.service.addLicense({ days: 3 }),
    }),
  },
  {
    what: 'upgrade by its own user',
    reason: null,
    prepare: async (world) => ({
      ...{ type: 'upgrade', sessionid: await signedIn(world), username: 'nora' },
      key: await world.wire.service.addLicense({ days: 3 }),
    }),
  },
  {
    what: 'upgrade with a used key',
    reason: 'key-used',
    async prepare({ wire }) {
      const key = await wire.service.addLicense({ days: 3 });
      const given = { type: 'upgrade', sessionid: await wire.init(), username: 'nora', key };
      await wire.send(given);
      return given;
    },
  },
  {
    what: 'upgrade with an unknown key',
    reason: 'key-unknown',
    prepare: async ({ wire }) => ({
      ...{ type: 'upgrade', sessionid: await wire.init(), username: 'nora', key: 'NO-SUCH-KEY' },
    }),
  },
  {
    what: 'the last unknown key that may be tried',
    reason: 'user-unknown',
    async prepare({ wire }) {
      const key = await wire.service.addLicense({ days: 3 });
      const given = { type: 'upgrade', sessionid: await wire.init(), username: 'nobody', key };
      for (let tries = 0; tries < 4; tries += 1) await wire.send(given);
      return given;
    },
  },
];

const accounts: readonly RepeatCase[] = [
  {
    what: 'changeUsername',
    reason: null,
    prepare: async (world) => ({
      ...{ type: 'changeUsername', sessionid: await signedIn(world), newUsername: 'leonora' },
    }),
  },
  {
    what: 'changeUsername to a taken name',
    reason: 'new-username-taken',
    prepare: async (world) => ({
      ...{ type: 'changeUsername', sessionid: await signedIn(world), newUsername: 'bystander' },
    }),
  },
  {
    what: 'logout',
    reason: null,
    prepare: async (world) => ({ type: 'logout', sessionid: await signedIn(world) }),
  },
  {
    what: 'forgot',
    reason: null,
    async prepare(world) {
      await setEmail(world, 'nora@test.example');
      const sessionid = await world.wire.init();
      return { type: 'forgot', sessionid, username: 'nora', email: 'nora@test.example' };
    },
  },
  {
    what: 'forgot with a wrong address',
    reason: 'email-wrong',
    async prepare(world) {
      await setEmail(world, 'nora@test.example');
      const sessionid = await world.wire.init();
      return { type: 'forgot', sessionid, username: 'nora', email: 'other@test.example' };
    },
  },
  {
    what: '2faenable that offers',
    reason: null,
    prepare: async (world) => ({ type: '2faenable', sessionid: await signedIn(world) }),
  },
  {
    what: '2faenable with a code',
    reason: null,
    async prepare(world) {
      const sessionid = await signedIn(world);
      return { type: '2faenable', sessionid, code: await offered(world, sessionid) };
    },
  },
  {
    what: '2faenable with a wrong code',
    reason: 'two-factor-bad-code',
    async prepare(world) {
      const sessionid = await signedIn(world);
      return { type: '2faenable', sessionid, code: wrong(await offered(world, sessionid)) };
    },
  },
  {
    what: '2fadisable',
    reason: null,
    prepare: async (world) => ({ type: '2fadisable', ...(await withTwoFactors(world)) }),
  },
  {
    what: '2fadisable with a wrong code',
    reason: 'two-factor-bad-code',
    async prepare(world) {
      const { sessionid, code } = await withTwoFactors(world);
      return { type: '2fadisable', sessionid, code: wrong(code) };
    },
  },
];

const programs: readonly RepeatCase[] = [
  {
    what: 'setvar',
    reason: null,
    prepare: async (world) => ({
      ...{ type: 'setvar', sessionid: await signedIn(world), var: 'colour', data: 'green' },
    }),
  },
  {
    what: 'setvar of a user who was banned meanwhile',
    reason: 'banned',
    async prepare(world) {
      const sessionid = await signedIn(world);
      await world.wire.service.changeUser('nora', { banned: '' });
      return { type: 'setvar', sessionid, var: 'colour', data: 'green' };
    },
  },
  {
    what: 'chatsend',
    reason: null,
    prepare: async (world) => ({
      ...{ type: 'chatsend', sessionid: await signedIn(world), channel: 'general', message: 'hi' },
    }),
  },
  {
    what: 'chatsend that is too fast',
    reason: 'chat-too-fast',
    async prepare(world) {
      const sessionid = await signedIn(world);
      const given = { type: 'chatsend', sessionid, channel: 'general', message: 'hi' };
      await world.wire.send(given);
      return given;
    },
  },
  {
    what: 'log',
    reason: null,
    prepare: async ({ wire }) => ({ type: 'log', sessionid: await wire.init(), message: 'line' }),
  },
  {
    what: 'webhook',
    reason: null,
    prepare: async ({ wire, webid }) => ({ type: 'webhook', sessionid: await wire.init(), webid }),
  },
  {
    what: 'webhook that answers too much',
    reason: 'webhook-failed',
    async prepare({ wire, webid, hook }) {
      hook.status = 302;
      return { type: 'webhook', sessionid: await wire.init(), webid };
    },
  },
  {
    what: 'ban',
    reason: null,
    prepare: async (world) => ({
      ...{ type: 'ban', sessionid: await signedIn(world), reason: 'debugger', hwid },
    }),
  },
];

export const repeatCases: readonly RepeatCase[] = [
  ...signIns,
  ...redeems,
  ...accounts,
  ...programs,
];
