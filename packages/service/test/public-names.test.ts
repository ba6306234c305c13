// Names of operations and parameters in public seller tools, and the dates that they send.
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
const cooldownOf = async ({ ask, user }: TestClient) =>
  Number((await ask('userdata', { user: user.username })).body['cooldown']);
const inSeconds = async (on: TestClient) => (await cooldownOf(on)) - Math.floor(Date.now() / 1000);

const cooldowns: readonly Fact[] = [
  {
    who: 'panels that send points in time',
    fact: 'a value above 1000000000 is a point in time',
    api: 'seller',
    sends: ({ user }) => `type=setcooldown&user=${user.username}&cooldown=1999999999`,
    gets: good,
    then: async (on) => expect(await cooldownOf(on)).toBe(1_999_999_999),
  },
  ...['600', '1000000000'].map((seconds): Fact => ({
    who: 'tools',
    fact: `${seconds} is a duration`,
    api: 'seller',
    sends: ({ user }) => `type=setcooldown&user=${user.username}&cooldown=${seconds}`,
    gets: good,
    then: async (on) => expect(Math.abs((await inSeconds(on)) - Number(seconds))).toBeLessThan(120),
  })),
  {
    who: 'all tools',
    fact: 'milliseconds are refused',
    api: 'seller',
    sends: ({ user }) => `type=setcooldown&user=${user.username}&cooldown=1999999999000`,
    gets: { success: false, message: 'The parameter "cooldown" is not valid.' },
  },
];

const named: readonly Fact[] = [
  {
    who: 'messenger bots',
    fact: 'changepw is resetpw',
    api: 'seller',
    sends: ({ user }) => `type=changepw&user=${user.username}&passwd=new%20one`,
    gets: { success: true, message: 'Password reset successful' },
    then: async ({ send, user, sessionid, hwid }) => {
      const login = { type: 'login', sessionid, username: user.username, pass: 'new one', hwid };
      expect((await send(login)).body).toMatchObject(good);
    },
  },
  {
    who: 'messenger bots',
    fact: 'getuserdata is userdata',
    api: 'seller',
    sends: ({ user }) => `type=getuserdata&user=${user.username}`,
    gets: ({ user }) => ({ success: true, username: user.username }),
  },
  {
    who: 'messenger bots',
    fact: 'getuservardata is getvar',
    api: 'seller',
    sends: async ({ ask, user }) => {
      await ask('setvar', { user: user.username, var: 'colour', data: 'red' });
      return `type=getuservardata&user=${user.username}&var=colour`;
    },
    gets: { success: true, response: 'red', data: 'red' },
  },
  {
    who: 'messenger bots',
    fact: 'getkeyfromuser is getkey',
    api: 'seller',
    sends: async ({ ask, user, key }) => {
      await ask('assignkey', { user: user.username, key: await key() });
      return `type=getkeyfromuser&user=${user.username}`;
    },
    gets: { success: true, key: expect.any(String) as string },
  },
  {
    who: 'messenger bots',
    fact: 'sethwidcool is setcooldown',
    api: 'seller',
    sends: ({ user }) => `type=sethwidcool&user=${user.username}&cooldown=1888888888`,
    gets: good,
    then: async (on) => expect(await cooldownOf(on)).toBe(1_888_888_888),
  },
  {
    who: 'messenger bots',
    fact: 'delAllButtons is delallbuttons',
    api: 'seller',
    sends: async ({ ask, mark }) => {
      await ask('addbutton', { value: mark, text: 'x' });
      return 'type=delAllButtons';
    },
    gets: good,
    then: async ({ ask }) =>
      expect(rowsOf((await ask('fetchallbuttons')).body, 'buttons')).toEqual([]),
  },
  {
    who: 'messenger bots',
    fact: 'delAllWhites is delallwhites',
    api: 'seller',
    sends: async ({ ask }) => {
      await ask('addWhite', { ip: '198.51.100.77' });
      return 'type=delAllWhites';
    },
    gets: good,
    then: async ({ ask }) => {
      expect(rowsOf((await ask('fetchallwhites')).body, 'whitelists')).toEqual([]);
      await ask('addWhite', { ip: '127.0.0.1' });
    },
  },
  {
    who: 'messenger bots',
    fact: 'massUserVarDelete takes var',
    api: 'seller',
    sends: async ({ ask, user, mark }) => {
      await ask('setvar', { user: user.username, var: mark, data: 'x' });
      return `type=massUserVarDelete&var=${mark}`;
    },
    gets: good,
    then: async ({ ask, user, mark }) =>
      expect((await ask('getvar', { user: user.username, var: mark })).success).toBe(false),
  },
  {
    who: 'messenger bots',
    fact: 'editsub takes name, in any case',
    api: 'seller',
    sends: async ({ ask, mark }) => {
      await ask('addsub', { name: `Gold ${mark}`, level: '3' });
      return `type=editsub&name=GOLD%20${mark}&level=4`;
    },
    gets: good,
    then: async ({ ask, mark }) =>
      expect(rowsOf((await ask('fetchallsubs')).body, 'subs')).toContainEqual({
        name: `Gold ${mark}`,
        level: '4',
        computers: '1',
        gracedays: '0',
      }),
  },
  ...[
    ['editsub', 'sub=Pro&name=Gold&level=9', 'sub'],
    ['massUserVarDelete', 'name=x&var=y', 'name'],
  ].map(([type, parameters, name]): Fact => ({
    who: 'all tools',
    fact: `${String(type)} rejects a parameter with two values under its two names`,
    api: 'seller',
    sends: () => `type=${String(type)}&${String(parameters)}`,
    gets: { success: false, message: `The parameter "${String(name)}" was given twice.` },
  })),
  {
    who: 'all tools',
    fact: 'a missing parameter is reported under its main name',
    api: 'seller',
    sends: () => 'type=editsub&name=&level=9',
    gets: { success: false, message: 'The parameter "sub" is missing.' },
  },
  {
    who: 'panels',
    fact: 'fetchteam lists the accounts',
    api: 'seller',
    sends: async ({ ask, mark }) => {
      await ask('addAccount', { role: 'Manager', user: mark, pass: 'x' });
      return 'type=fetchteam';
    },
    gets: ({ mark }) => {
      const rows = expect.arrayContaining([
        expect.objectContaining({ username: mark, role: 'Manager' }),
      ]) as object;
      return { success: true, team: rows, accounts: rows };
    },
  },
];

testFacts([...cooldowns, ...named], () => service);
