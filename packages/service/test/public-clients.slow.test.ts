// Requests of public clients, bots and shops, and the answers that they must get.
import { afterAll, beforeAll, expect } from 'vitest';
import { openPublic, type Fact } from './support/public-client.ts';
import { testFacts } from './support/public-facts.ts';
import type { TestService } from './support/service.ts';
import { emptyParameterFacts, successBody, deviceId, encode } from './support/public-empties.ts';

let service: TestService;

beforeAll(async () => {
  service = await openPublic();
});

afterAll(() => service.close());

const whiteSpace: readonly Fact[] = [
  {
    who: 'Linux clients',
    fact: 'a machine id may end with a line break',
    api: 'client',
    sends: ({ user, sessionid }) =>
      `type=login&sessionid=${sessionid}&username=${user.username}&pass=${encode(user.password)}&hwid=${deviceId}%0A`,
    gets: successBody,
    then: async ({ devices, send, user, sessionid }) => {
      expect(await devices()).toEqual([deviceId]);
      const again = { type: 'login', username: user.username, pass: user.password, hwid: deviceId };
      expect((await send({ ...again, sessionid })).body).toMatchObject(successBody);
    },
  },
  {
    who: 'Linux clients',
    fact: 'a user name and a key may end with line breaks',
    api: 'client',
    sends: async ({ user, sessionid, key }) =>
      `type=upgrade&sessionid=${sessionid}%0A&username=%20${user.username}%0D%0A&key=${await key()}%0A`,
    gets: successBody,
  },
  {
    who: 'Linux clients',
    fact: 'a machine id with a line break is found in the blacklist',
    api: 'client',
    sends: async ({ ask, sessionid, mark }) => {
      await ask('black', { hwid: `machine-of-${mark}` });
      return `type=checkblacklist&sessionid=${sessionid}&hwid=machine-of-${mark}%0A`;
    },
    gets: { success: true, message: 'Client is blacklisted' },
  },
  {
    who: 'Linux clients',
    fact: 'white space in a password is significant',
    api: 'client',
    sends: ({ user, sessionid, hwid }) =>
      `type=login&sessionid=${sessionid}&username=${user.username}&pass=${encode(user.password.trim())}&hwid=${hwid}`,
    gets: { success: false, reason: 'bad-credentials' },
  },
  {
    who: 'all clients',
    fact: 'a line break inside a name is refused',
    api: 'client',
    sends: ({ sessionid }) => `type=login&sessionid=${sessionid}&username=a%0Ab&pass=x`,
    gets: { success: false, message: 'The parameter "username" is not valid.' },
  },
  {
    who: 'chat bots',
    fact: 'a user name that was pasted with a line break is banned',
    api: 'seller',
    sends: ({ user }) => `type=banuser&user=${user.username}%0A&reason=%20spam%20`,
    gets: successBody,
    then: async ({ ask, user }) => {
      const { body } = await ask('userdata', { user: user.username });
      expect(body['banned']).toBe('spam');
    },
  },
  {
    who: 'panels',
    fact: 'the password of a new user keeps its white space',
    api: 'seller',
    sends: ({ mark }) => `type=adduser&user=new-${mark}%0A&sub=Pro%0A&expiry=1%0A&pass=%20p%20`,
    gets: successBody,
    then: async ({ send, sessionid, mark, hwid }) => {
      const login = { type: 'login', sessionid, username: `new-${mark}`, hwid };
      expect((await send({ ...login, pass: 'p' })).body).toMatchObject({ success: false });
      expect((await send({ ...login, pass: ' p ' })).body).toMatchObject(successBody);
    },
  },
];

const roles: readonly Fact[] = [
  ...['1', 'true', 'YES'].map((text): Fact => ({
    who: 'Windows programs',
    fact: `check_paid=${text} returns a role, without which they stop checking`,
    api: 'client',
    sends: async ({ signIn, sessionid }) => {
      await signIn();
      return `type=check&check_paid=${text}&sessionid=${sessionid}`;
    },
    gets: { success: true, role: 'customer' },
  })),
  {
    who: 'Windows programs',
    fact: 'check_paid reports a ban',
    api: 'client',
    sends: async ({ signIn, ask, user, sessionid }) => {
      await signIn();
      await ask('resetuser', { user: user.username });
      await service.changeUser(user.username, { banned: 'x' });
      return `type=check&check_paid=1&sessionid=${sessionid}`;
    },
    gets: { success: false, reason: 'banned' },
  },
  {
    who: 'all clients',
    fact: 'check returns no role without check_paid, or with an invalid one',
    api: 'client',
    sends: async ({ signIn, sessionid }) => {
      await signIn();
      return `type=check&check_paid=maybe&sessionid=${sessionid}`;
    },
    gets: successBody,
    then: (_on, { body }) => {
      expect(body).not.toHaveProperty('role');
      return Promise.resolve();
    },
  },
];

const keys: readonly Fact[] = [
  {
    who: 'shops',
    fact: '0.00694444444 days are ten minutes',
    api: 'seller',
    sends: () => 'type=add&expiry=0.00694444444',
    gets: successBody,
    then: async ({ ask }, { body }) => {
      expect((await ask('info', { key: String(body['key']) })).body['duration']).toBe('600');
    },
  },
  {
    who: 'older tools',
    fact: 'X is a random character in a mask without *',
    api: 'seller',
    sends: ({ mark }) => `type=add&expiry=1&mask=${mark}-XXXXXXXX-XXXXXXXX-xxx`,
    gets: successBody,
    then: ({ mark }, { body }) => {
      expect(body['key']).toMatch(
        new RegExp(`^${mark}-[0-9A-Za-z]{8}-[0-9A-Za-z]{8}-[0-9A-Za-z]{3}$`),
      );
      expect(body['key']).not.toContain('XXXXXXXX');
      return Promise.resolve();
    },
  },
  {
    who: 'sellers',
    fact: 'X is literal in a forced word, and beside a *',
    api: 'seller',
    sends: ({ mark }) => `type=add&expiry=1&force=1&mask=EXTRA-XX-${mark}`,
    gets: ({ mark }) => ({ success: true, key: `EXTRA-XX-${mark}` }),
    then: async ({ ask }) => {
      const { body } = await ask('add', { expiry: '1', force: '1', mask: 'XXXX-****' });
      expect(body['key']).toMatch(/^XXXX-/);
    },
  },
  {
    who: 'shops',
    fact: 'the refusal of a weak mask says how to allow it',
    api: 'seller',
    sends: () => 'type=add&expiry=1&mask=****-****',
    gets: {
      success: false,
      message:
        'Keys of this mask are too easy to guess. Use more * characters, or force=1, or turn the setting weakkeys on (updatesettings, weakkeys=1)',
    },
  },
];

testFacts([...whiteSpace, ...roles, ...keys, ...emptyParameterFacts], () => service);
