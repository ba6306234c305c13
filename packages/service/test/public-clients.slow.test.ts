// What clients, bots and shops that nobody here wrote send, and what they must get: one row a fact, in each way to send it.
import { afterAll, beforeAll, expect } from 'vitest';
import { openPublic, type Fact } from './support/public-client.ts';
import { testFacts } from './support/public-facts.ts';
import type { TestService } from './support/service.ts';
import { empties, good, machine, q } from './support/public-empties.ts';

let service: TestService;

beforeAll(async () => {
  service = await openPublic();
});

afterAll(() => service.close());

/** 1: white space and line ends around everything but passwords. */
const whiteSpace: readonly Fact[] = [
  {
    who: 'Linux clients',
    fact: 'a machine id that was read with its line end is the machine id',
    api: 'client',
    sends: ({ user, sessionid }) =>
      `type=login&sessionid=${sessionid}&username=${user.username}&pass=${q(user.password)}&hwid=${machine}%0A`,
    gets: good,
    then: async ({ devices, send, user, sessionid }) => {
      expect(await devices()).toEqual([machine]);
      const again = { type: 'login', username: user.username, pass: user.password, hwid: machine };
      expect((await send({ ...again, sessionid })).body).toMatchObject(good);
    },
  },
  {
    who: 'Linux clients',
    fact: 'a user name and a key with line ends are the name and the key',
    api: 'client',
    sends: async ({ user, sessionid, key }) =>
      `type=upgrade&sessionid=${sessionid}%0A&username=%20${user.username}%0D%0A&key=${await key()}%0A`,
    gets: good,
  },
  {
    who: 'Linux clients',
    fact: 'a blacklisted machine id with a line end is blacklisted',
    api: 'client',
    sends: async ({ ask, sessionid, mark }) => {
      await ask('black', { hwid: `machine-of-${mark}` });
      return `type=checkblacklist&sessionid=${sessionid}&hwid=machine-of-${mark}%0A`;
    },
    gets: { success: true, message: 'Client is blacklisted' },
  },
  {
    who: 'Linux clients',
    fact: 'white space in a password is the password',
    api: 'client',
    sends: ({ user, sessionid, hwid }) =>
      `type=login&sessionid=${sessionid}&username=${user.username}&pass=${q(user.password.trim())}&hwid=${hwid}`,
    gets: { success: false, reason: 'bad-credentials' },
  },
  {
    who: 'all clients',
    fact: 'a line end inside of a name is refused as before',
    api: 'client',
    sends: ({ sessionid }) => `type=login&sessionid=${sessionid}&username=a%0Ab&pass=x`,
    gets: { success: false, message: 'The parameter "username" is not valid.' },
  },
  {
    who: 'chat bots',
    fact: 'a user name that was pasted with a line end is banned',
    api: 'seller',
    sends: ({ user }) => `type=banuser&user=${user.username}%0A&reason=%20spam%20`,
    gets: good,
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
    gets: good,
    then: async ({ send, sessionid, mark, hwid }) => {
      const login = { type: 'login', sessionid, username: `new-${mark}`, hwid };
      expect((await send({ ...login, pass: 'p' })).body).toMatchObject({ success: false });
      expect((await send({ ...login, pass: ' p ' })).body).toMatchObject(good);
    },
  },
];

/** 4: `check` with `check_paid`. */
const roles: readonly Fact[] = [
  ...['1', 'true', 'YES'].map((text): Fact => ({
    who: 'Windows programs',
    fact: `a check with check_paid=${text} says a role that lets them go on checking`,
    api: 'client',
    sends: async ({ signIn, sessionid }) => {
      await signIn();
      return `type=check&check_paid=${text}&sessionid=${sessionid}`;
    },
    gets: { success: true, role: 'customer' },
  })),
  {
    who: 'Windows programs',
    fact: 'and a ban reaches them by it',
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
    fact: 'a check without it has no role, nor one with what says nothing',
    api: 'client',
    sends: async ({ signIn, sessionid }) => {
      await signIn();
      return `type=check&check_paid=maybe&sessionid=${sessionid}`;
    },
    gets: good,
    then: (_on, { body }) => {
      expect(body).not.toHaveProperty('role');
      return Promise.resolve();
    },
  },
];

/** 8: `add` as shops and older tools ask for it. */
const keys: readonly Fact[] = [
  {
    who: 'shops',
    fact: 'ten minutes are 0.00694444444 days',
    api: 'seller',
    sends: () => 'type=add&expiry=0.00694444444',
    gets: good,
    then: async ({ ask }, { body }) => {
      expect((await ask('info', { key: String(body['key']) })).body['duration']).toBe('600');
    },
  },
  {
    who: 'older tools',
    fact: 'X is a random character where no * is in the mask',
    api: 'seller',
    sends: ({ mark }) => `type=add&expiry=1&mask=${mark}-XXXXXXXX-XXXXXXXX-xxx`,
    gets: good,
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
    fact: 'an X in a word of their own is an X, and beside a * it is one, too',
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
    fact: 'a weak mask is refused, and told how to be taken',
    api: 'seller',
    sends: () => 'type=add&expiry=1&mask=****-****',
    gets: {
      success: false,
      message:
        'Keys of this mask are too easy to guess. Use more * characters, or force=1, or turn the setting weakkeys on (updatesettings, weakkeys=1)',
    },
  },
];

testFacts([...whiteSpace, ...roles, ...keys, ...empties], () => service);
