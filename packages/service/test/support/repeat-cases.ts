// Test cases of repeated requests, one for each outcome of every idempotent operation
// (docs/protocol.md#idempotent-requests).
import { sellerOf } from './seller-client.ts';
import { hwid } from './service-client.ts';
import { recoveryCodes } from './repeat-cases-recovery.ts';
import { type RepeatCase } from './repeat-world.ts';
import {
  offeredCode,
  setEmail,
  signInUser,
  signIns,
  enableTwoFactor,
  wrongCode,
} from './repeat-cases-signing-in.ts';

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
      ...{ type: 'upgrade', sessionid: await signInUser(world), username: 'nora' },
      key: await world.wire.service.addLicense({ days: 3 }),
    }),
  },
  {
    what: 'upgrade with a used key',
    reason: 'key-used',
    async prepare({ wire }) {
      const key = await wire.service.addLicense({ days: 3 });
      const request = { type: 'upgrade', sessionid: await wire.init(), username: 'nora', key };
      await wire.send(request);
      return request;
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
    what: 'upgrade of an unknown user for the fifth time',
    reason: 'user-unknown',
    async prepare({ wire }) {
      const key = await wire.service.addLicense({ days: 3 });
      const request = { type: 'upgrade', sessionid: await wire.init(), username: 'nobody', key };
      for (let tries = 0; tries < 4; tries += 1) await wire.send(request);
      return request;
    },
  },
];

const accounts: readonly RepeatCase[] = [
  {
    what: 'changeUsername',
    reason: null,
    prepare: async (world) => ({
      ...{ type: 'changeUsername', sessionid: await signInUser(world), newUsername: 'leonora' },
    }),
  },
  {
    what: 'changeUsername to a taken name',
    reason: 'new-username-taken',
    prepare: async (world) => ({
      ...{ type: 'changeUsername', sessionid: await signInUser(world), newUsername: 'bystander' },
    }),
  },
  {
    what: 'changepassword',
    reason: null,
    prepare: async (world) => ({
      ...{ type: 'changepassword', sessionid: await signInUser(world) },
      ...{ pass: world.user.password, newpass: 'another one' },
    }),
  },
  {
    what: 'changepassword with a wrong password',
    reason: 'bad-credentials',
    prepare: async (world) => ({
      ...{ type: 'changepassword', sessionid: await signInUser(world) },
      ...{ pass: 'wrong', newpass: 'another one' },
    }),
  },
  {
    what: 'changepassword with a code',
    reason: null,
    async prepare(world) {
      const { sessionid, code } = await enableTwoFactor(world);
      const { password: pass } = world.user;
      return { type: 'changepassword', sessionid, pass, newpass: 'another one', code };
    },
  },
  {
    what: 'endsession',
    reason: null,
    async prepare(world) {
      await sellerOf(world.wire.service)('updatesettings', { sessions: '1' });
      await signInUser(world);
      return { type: 'endsession', sessionid: await signInUser(world), all: '1' };
    },
  },
  {
    what: 'endsession of an unknown session',
    reason: 'session-unknown',
    async prepare(world) {
      await sellerOf(world.wire.service)('updatesettings', { sessions: '1' });
      return { type: 'endsession', sessionid: await signInUser(world), id: 'no-such-session' };
    },
  },
  {
    what: 'logout',
    reason: null,
    prepare: async (world) => ({ type: 'logout', sessionid: await signInUser(world) }),
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
    prepare: async (world) => ({ type: '2faenable', sessionid: await signInUser(world) }),
  },
  {
    what: '2faenable with a code',
    reason: null,
    async prepare(world) {
      const sessionid = await signInUser(world);
      return { type: '2faenable', sessionid, code: await offeredCode(world, sessionid) };
    },
  },
  {
    what: '2faenable with a wrong code',
    reason: 'two-factor-bad-code',
    async prepare(world) {
      const sessionid = await signInUser(world);
      return { type: '2faenable', sessionid, code: wrongCode(await offeredCode(world, sessionid)) };
    },
  },
  {
    what: '2fadisable',
    reason: null,
    prepare: async (world) => ({ type: '2fadisable', ...(await enableTwoFactor(world)) }),
  },
  {
    what: '2fadisable with a wrong code',
    reason: 'two-factor-bad-code',
    async prepare(world) {
      const { sessionid, code } = await enableTwoFactor(world);
      return { type: '2fadisable', sessionid, code: wrongCode(code) };
    },
  },
];

const programs: readonly RepeatCase[] = [
  {
    what: 'setvar',
    reason: null,
    prepare: async (world) => ({
      ...{ type: 'setvar', sessionid: await signInUser(world), var: 'colour', data: 'green' },
    }),
  },
  {
    what: 'setvar of a user who was banned after signing in',
    reason: 'banned',
    async prepare(world) {
      const sessionid = await signInUser(world);
      await world.wire.service.changeUser('nora', { banned: '' });
      return { type: 'setvar', sessionid, var: 'colour', data: 'green' };
    },
  },
  {
    what: 'chatsend',
    reason: null,
    prepare: async (world) => ({
      ...{
        type: 'chatsend',
        sessionid: await signInUser(world),
        channel: 'general',
        message: 'hi',
      },
    }),
  },
  {
    what: 'chatsend within the delay',
    reason: 'chat-too-fast',
    async prepare(world) {
      const sessionid = await signInUser(world);
      const request = { type: 'chatsend', sessionid, channel: 'general', message: 'hi' };
      await world.wire.send(request);
      return request;
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
    what: 'webhook that redirects',
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
      ...{ type: 'ban', sessionid: await signInUser(world), reason: 'debugger', hwid },
    }),
  },
];

export const repeatCases: readonly RepeatCase[] = [
  ...signIns,
  ...redeems,
  ...accounts,
  ...recoveryCodes,
  ...programs,
];
