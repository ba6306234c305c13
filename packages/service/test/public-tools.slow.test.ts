// What public seller tools send and read: older setting names, short session ids, answer shapes.
import { afterAll, beforeAll, expect } from 'vitest';
import { formerSettingNames } from '@latchkey/protocol/seller/former-settings.ts';
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
const settingsOf = async ({ ask }: TestClient) => (await ask('getsettings')).body;

/** For a setting: the value to send, the value shown for it, and the value to restore. */
const values: Readonly<Record<string, readonly [string, unknown, string]>> = {
  ver: ['2.7', '2.7', '1.0'],
  hwidcheck: ['0', false, '1'],
};

const settings: readonly Fact[] = [
  ...Object.entries(formerSettingNames).map(([older, today]): Fact => {
    const [text, shown, back] = values[older] ?? [`Own ${older}`, `Own ${older}`, ''];
    return {
      who: 'older panels',
      fact: `${older} sets ${today}, and both are shown`,
      api: 'seller',
      sends: () => `type=updatesettings&${older}=${encodeURIComponent(text)}`,
      gets: good,
      then: async (on) => {
        const body = await settingsOf(on);
        expect([body[older], body[today]]).toEqual([shown, shown]);
        const group = body[today.endsWith('msg') ? 'messages' : 'functions'] as Answered;
        expect([group[older], group[today]]).toEqual([shown, shown]);
      },
      undo: { [today]: back },
    };
  }),
  ...['enabled=true', 'download=https%3A%2F%2Fa.example%2F', 'webhook=', 'resellerstore='].map(
    (pair): Fact => ({
      who: 'older panels',
      fact: `${pair} is accepted under its current name`,
      api: 'seller',
      sends: () => `type=updatesettings&${pair}`,
      gets: good,
    }),
  ),
  ...[
    'sellixsecret',
    'dayresellerproductid',
    'weekresellerproductid',
    'monthresellerproductid',
    'liferesellerproductid',
  ].map((name): Fact => ({
    who: 'panels',
    fact: `${name} is empty or stored as sent`,
    api: 'seller',
    sends: async (on) => {
      await on.ask('updatesettings', { [name]: '' });
      expect((await settingsOf(on))[name]).toBe('');
      return `type=updatesettings&${name}=p-${on.mark}`;
    },
    gets: good,
    then: async (on) => {
      // SECURITY: a secret is not shown again.
      const shown = name === 'sellixsecret' ? '****' : `p-${on.mark}`;
      expect((await settingsOf(on))[name]).toBe(shown);
      expect(await on.ask('updatesettings', { [name]: shown })).toMatchObject({ success: true });
      const audit = rowsOf((await on.ask('fetchauditlog')).body, 'auditlog');
      const told = audit.some(({ detail }) => String(detail).includes(`p-${on.mark}`));
      expect(told).toBe(name !== 'sellixsecret');
    },
  })),
  {
    who: 'panels',
    fact: 'no setting is null, neither flat nor in its group',
    api: 'seller',
    sends: () => 'type=getsettings',
    gets: {
      ...good,
      functions: expect.any(Object) as object,
      messages: expect.any(Object) as object,
    },
    then: (_on, { body }) => {
      const { functions, messages, ...flat } = body as Readonly<Record<string, Answered>>;
      for (const shown of [flat, functions ?? {}, messages ?? {}])
        expect(Object.entries(shown).filter(([, value]) => value === null)).toEqual([]);
      expect({ ...functions, ...messages, success: true, message: flat['message'] }).toEqual(flat);
      return Promise.resolve();
    },
  },
  {
    who: 'all tools',
    fact: 'a setting with two values under two names is refused, and nothing changes',
    api: 'seller',
    sends: () => 'type=updatesettings&ver=9&version=8&minhwid=7',
    gets: { success: false, message: 'The parameter "version" was given twice.' },
    then: async (on) => {
      expect(await settingsOf(on)).toMatchObject({ version: '1.0' });
      expect((await settingsOf(on))['minhwid']).not.toBe('7');
    },
  },
];

const idOf = async ({ ask, user }: TestClient) => {
  const rows = rowsOf((await ask('fetchallsessions')).body, 'sessions');
  return String(rows.find(({ credential }) => credential === user.username)?.['id']);
};

const sessions: readonly Fact[] = [
  {
    who: 'chat bots',
    fact: 'the listed id ends the session, and fits into a button',
    api: 'seller',
    sends: async (on) => {
      await on.signIn();
      const id = await idOf(on);
      expect(id).toMatch(/^[0-9a-f]{10}$/);
      return `type=kill&sessid=${id}`;
    },
    gets: good,
    then: async ({ send, sessionid }) => {
      const { body } = await send({ type: 'check', sessionid });
      expect(body).toMatchObject({ success: false, reason: 'session-gone' });
    },
  },
  {
    who: 'chat bots',
    fact: 'an unknown id ends no session',
    api: 'seller',
    sends: async (on) => {
      await on.signIn();
      return 'type=kill&sessid=zzzzzzzzzz';
    },
    gets: { success: false, message: 'Failed to kill session!' },
    then: async ({ send, sessionid }) =>
      expect((await send({ type: 'check', sessionid })).body).toMatchObject(good),
  },
  {
    who: 'all tools',
    fact: 'the session id itself ends the session',
    api: 'seller',
    sends: async ({ signIn, sessionid }) => {
      await signIn();
      return `type=kill&sessid=${sessionid}`;
    },
    gets: good,
  },
];

const shapes: readonly Fact[] = [
  {
    who: 'tools',
    fact: 'delay is a string',
    api: 'seller',
    sends: async ({ ask, mark }) => {
      await ask('addchannel', { name: mark, delay: '5' });
      return 'type=fetchallchats';
    },
    gets: ({ mark }) => ({
      chats: expect.arrayContaining([{ name: mark, delay: '5' }]) as object,
    }),
  },
  {
    who: 'tools',
    fact: 'validated is a string',
    api: 'seller',
    sends: async ({ signIn }) => {
      await signIn();
      return 'type=fetchallsessions';
    },
    gets: ({ user }) => ({
      sessions: expect.arrayContaining([
        expect.objectContaining({ credential: user.username, validated: '1' }),
      ]) as object,
    }),
  },
  {
    who: 'tools',
    fact: 'licenses have empty app, cooldown, hwid, ip and lastlogin',
    api: 'seller',
    sends: async ({ key }) => {
      await key();
      return 'type=fetchallkeys&limit=1';
    },
    gets: {
      keys: [expect.objectContaining({ app: '', cooldown: '', hwid: '', ip: '', lastlogin: '' })],
    },
  },
  {
    who: 'tools',
    fact: 'users have app and expires',
    api: 'seller',
    sends: () => 'type=fetchallusers',
    gets: {},
    then: ({ user }, { body }) => {
      const row = rowsOf(body, 'users').find(({ username }) => username === user.username);
      const [running] = (row?.['subscriptions'] ?? []) as readonly Answered[];
      expect(row).toMatchObject({ app: '', expires: running?.['expiry'] });
      return Promise.resolve();
    },
  },
  {
    who: 'tools',
    fact: 'blacklists have data and reason',
    api: 'seller',
    sends: async ({ ask, user, mark }) => {
      await service.database
        .insertInto('devices')
        .values((eb) => ({
          userId: eb.selectFrom('users').select('id').where('username', '=', user.username),
          hwid: `device-of-${mark}`,
          addedAt: 1,
        }))
        .execute();
      await ask('banuser', { user: user.username, reason: 'Chargeback' });
      await ask('black', { hwid: `own-${mark}` });
      return 'type=fetchallblacks';
    },
    gets: ({ mark }) => ({
      blacklists: expect.arrayContaining([
        expect.objectContaining({ data: `device-of-${mark}`, reason: 'Chargeback' }),
        { hwid: `own-${mark}`, ip: null, type: 'hwid', data: `own-${mark}`, reason: '' },
      ]) as object,
    }),
    then: async ({ ask }) => {
      await ask('delblacks');
    },
  },
  {
    who: 'tools',
    fact: 'usernames are objects',
    api: 'seller',
    sends: () => 'type=fetchallusernames',
    gets: ({ user }) => ({
      usernames: expect.arrayContaining([{ username: user.username }]) as object,
    }),
  },
];

testFacts([...settings, ...sessions, ...shapes], () => service);
