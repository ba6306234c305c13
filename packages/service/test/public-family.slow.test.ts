// What other bots, libraries and panels of this API family send and read, beyond the parameters of
// the documentation.
import { afterAll, beforeAll, expect } from 'vitest';
import { openPublic, type Fact, type TestClient } from './support/public-client.ts';
import { testFacts } from './support/public-facts.ts';
import type { TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openPublic();
});
afterAll(() => service.close());

const good = { success: true };
type Answered = Readonly<Record<string, unknown>>;
const rowsOf = (body: Answered, list: string) => body[list] as readonly Answered[];
const wholeKey = expect.stringMatching(/^([0-9A-Za-z]{6}-){5}[0-9A-Za-z]{6}$/) as unknown;
const infoOf = async ({ ask }: TestClient, body: Answered) =>
  (await ask('info', { key: String(body['key']) })).body;

const unset: readonly Fact[] = [
  ...['null', 'undefined', 'NaN', 'None', 'NULL'].map((word): Fact => ({
    who: 'bots without a chosen option',
    fact: `add takes ${word} for level, amount, mask and others as their default`,
    api: 'seller',
    sends: () =>
      `type=add&expiry=1&level=${word}&amount=${word}&mask=${word}&character=${word}&owner=${word}&note=${word}&force=${word}`,
    gets: { ...good, key: wholeKey },
    then: async (on, { body }) =>
      expect(await infoOf(on, body)).toMatchObject({
        level: '1',
        createdby: 'SellerAPI',
        note: '',
      }),
  })),
  {
    who: 'bots without a chosen option',
    fact: 'add without a duration is refused as before',
    api: 'seller',
    sends: () => 'type=add&expiry=undefined',
    gets: { success: false, message: 'Expiry not set' },
  },
  ...['null', 'undefined', 'NaN', 'None'].map((word): Fact => ({
    who: 'shops without an order number',
    fact: `add refuses the order ${word}, which all buyers would share`,
    api: 'seller',
    sends: () => `type=add&expiry=1&order=${word}`,
    gets: { success: false, message: 'The parameter "order" is not valid.' },
  })),
  {
    who: 'all tools',
    fact: 'add takes other words for a level as an error',
    api: 'seller',
    sends: () => 'type=add&expiry=1&level=nullable',
    gets: { success: false, message: 'The parameter "level" is not valid.' },
  },
  {
    who: 'all tools',
    fact: 'other operations take null as a text',
    api: 'seller',
    sends: ({ mark }) => `type=addvar&name=${mark}&data=null`,
    gets: good,
    then: async ({ ask, mark }) =>
      expect((await ask('retrvvar', { name: mark })).message).toBe('null'),
  },
];

const shapes: readonly Fact[] = [
  {
    who: 'typed libraries',
    fact: 'the token of a user is a text',
    api: 'seller',
    sends: ({ user }) => `type=userdata&user=${user.username}`,
    gets: { ...good, token: '' },
  },
  {
    who: 'typed libraries',
    fact: 'users have an id, which stays, and an owner',
    api: 'seller',
    sends: () => 'type=fetchallusers',
    gets: good,
    then: async ({ ask, user, mark }, { body }) => {
      const idOf = (all: Answered, name: string) =>
        rowsOf(all, 'users').find(({ username }) => username === name)?.['id'];
      const ids = rowsOf(body, 'users').map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(rowsOf(body, 'users').map(({ owner }) => owner)).toEqual(
        ids.map(() => service.app.ownerid),
      );
      const id = idOf(body, user.username);
      expect(id).toEqual(expect.stringMatching(/^.{8,}$/));
      await ask('editusername', { currentUsername: user.username, newUsername: `new-${mark}` });
      expect(idOf((await ask('fetchallusers')).body, `new-${mark}`)).toBe(id);
    },
  },
  ...(['0', '1'] as const).map((authed): Fact => ({
    who: 'typed libraries',
    fact: `authed of a global variable is the text ${authed}`,
    api: 'seller',
    sends: async ({ ask, mark }) => {
      await ask('addvar', { name: mark, data: 'x', authed });
      return 'type=fetchallvars';
    },
    gets: ({ mark }) => ({
      vars: expect.arrayContaining([{ varid: mark, msg: 'x', authed }]) as object,
    }),
  })),
  {
    who: 'panels',
    fact: 'fetchteam lists resellers and managers separately',
    api: 'seller',
    sends: async ({ ask, mark }) => {
      const reseller = { role: 'Reseller', user: `r-${mark}`, pass: 'x', keylevels: '1|2' };
      await ask('addAccount', reseller);
      await ask('setbalance', { username: `r-${mark}`, day: '1', month: '3', year: '7' });
      await ask('addAccount', { role: 'Manager', user: `m-${mark}`, pass: 'x', perms: '5' });
      return 'type=fetchteam';
    },
    gets: good,
    then: ({ mark }, { body }) => {
      const named = (list: string) =>
        rowsOf(body, list).filter(({ username }) => String(username).endsWith(mark));
      expect(named('resellers')).toEqual([
        { username: `r-${mark}`, balance: '1|0|3|0|0|0|7', key_levels: '1|2' },
      ]);
      expect(named('managers')).toEqual([{ username: `m-${mark}`, permissions: '5' }]);
      expect(named('team')).toHaveLength(2);
      return Promise.resolve();
    },
  },
];

const names: readonly Fact[] = [
  {
    who: 'bots',
    fact: 'setvar, getvar and deluservar of the seller API take varid',
    api: 'seller',
    sends: ({ user, mark }) => `type=setvar&user=${user.username}&varid=${mark}&data=red`,
    gets: good,
    then: async ({ ask, user, mark }) => {
      const named = { user: user.username, varid: mark };
      expect((await ask('getvar', named)).body).toMatchObject({ ...good, response: 'red' });
      expect((await ask('deluservar', named)).success).toBe(true);
      expect((await ask('getvar', named)).success).toBe(false);
    },
  },
  {
    who: 'JavaScript libraries',
    fact: 'setvar takes readonly, so that the program cannot change the variable',
    api: 'seller',
    sends: ({ user, mark }) => `type=setvar&user=${user.username}&var=${mark}&data=red&readonly=1`,
    gets: good,
    then: async ({ signIn, send, sessionid, mark }) => {
      await signIn();
      const set = { type: 'setvar', sessionid, var: mark, data: 'blue' };
      expect((await send(set)).body).toMatchObject({ reason: 'variable-read-only' });
    },
  },
  {
    who: 'programs',
    fact: 'setvar and getvar of the client API take varid',
    api: 'client',
    sends: async ({ signIn, sessionid, mark }) => {
      await signIn();
      return `type=setvar&sessionid=${sessionid}&varid=${mark}&data=red`;
    },
    gets: good,
    then: async ({ send, sessionid, mark }) => {
      const get = { type: 'getvar', sessionid, varid: mark };
      expect((await send(get)).body).toMatchObject({ ...good, response: 'red' });
      expect((await send({ ...get, var: 'other' })).body).toMatchObject({
        message: 'The parameter "var" was given twice.',
      });
    },
  },
  {
    who: 'bots',
    fact: 'kill takes session',
    api: 'seller',
    sends: async ({ signIn, sessionid }) => {
      await signIn();
      return `type=kill&session=${sessionid}`;
    },
    gets: good,
    then: async ({ send, sessionid }) =>
      expect((await send({ type: 'check', sessionid })).body).toMatchObject({
        reason: 'session-gone',
      }),
  },
];

const ignored: readonly Fact[] = [
  {
    who: 'panels of other services',
    fact: 'updatesettings reports unknown settings and sets the known ones',
    api: 'seller',
    sends: () => 'type=updatesettings&minhwid=7&vpnblock=1&sellixdayproduct=d&forceEncryption=0',
    gets: { ...good, message: 'Settings Update Successful' },
    then: async ({ ask }, { body }) => {
      expect(body['ignored']).toEqual(['vpnblock', 'forceEncryption']);
      const { body: shown } = await ask('getsettings');
      expect(shown).toMatchObject({ minhwid: '7', sellixdayproduct: 'd' });
      expect(shown).not.toHaveProperty('vpnblock');
      const [row] = rowsOf((await ask('fetchauditlog')).body, 'auditlog');
      expect(String(row?.['detail'])).toContain('ignored=vpnblock,forceEncryption');
    },
    undo: { minhwid: '20', sellixdayproduct: '' },
  },
  {
    who: 'panels of other services',
    fact: 'an invalid value changes nothing, also beside an unknown setting',
    api: 'seller',
    sends: () => 'type=updatesettings&version=9&vpnblock=1&minhwid=many',
    gets: { success: false, message: 'The parameter "minhwid" is not valid.' },
    then: async ({ ask }) =>
      expect((await ask('getsettings')).body).toMatchObject({ version: '1.0', minhwid: '20' }),
  },
  {
    who: 'panels of other services',
    fact: 'an unknown setting with an unusual name is not repeated',
    api: 'seller',
    sends: () => `type=updatesettings&${'x'.repeat(60)}=1&%3Cb%3E=2&id=x`,
    gets: { ...good, ignored: ['(no name)', '(no name)', 'id'] },
    formats: ['GET', 'urlencoded', 'multipart'],
  },
  {
    who: 'all tools',
    fact: 'updatesettings without a setting is refused as before',
    api: 'seller',
    sends: () => 'type=updatesettings',
    gets: { success: false, message: 'Nothing to update' },
  },
];

testFacts([...unset, ...shapes, ...names, ...ignored], () => service);
