// What public clients get where nothing, or almost nothing, was given.
import { expect } from 'vitest';
import { type Fact } from './public-client.ts';

export const q = encodeURIComponent;
export const good = { success: true };
export const machine = 'e'.repeat(40);

/** 9: flags, and what is empty. */
export const empties: readonly Fact[] = [
  {
    who: 'chat bots',
    fact: 'what the seller left empty is as if it were not there: mask, level, amount, character, owner',
    api: 'seller',
    sends: () => 'type=add&expiry=1&mask=&level=&amount=&character=&owner=&note=&force=&format=',
    gets: good,
    then: async ({ ask }, { body }) => {
      const key = String(body['key']);
      expect(key).toMatch(/^([0-9A-Za-z]{6}-){5}[0-9A-Za-z]{6}$/);
      expect((await ask('info', { key })).body).toMatchObject({
        level: '1',
        createdby: 'SellerAPI',
      });
    },
  },
  {
    who: 'chat bots',
    fact: 'an empty password is a random one',
    api: 'seller',
    sends: ({ user }) => `type=resetpw&user=${user.username}&passwd=`,
    gets: { success: true, password: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/) as unknown },
  },
  {
    who: 'chat bots',
    fact: 'an empty user agent and audience of a webhook are the default ones',
    api: 'seller',
    sends: ({ mark }) => `type=addwebhook&baseurl=https%3A%2F%2Fhook.example%2F${mark}&ua=&authed=`,
    gets: good,
    then: async ({ ask }, { body }) => {
      const hooks = (await ask('fetchallwebhooks')).body['webhooks'] as { webid: string }[];
      expect(hooks.find(({ webid }) => webid === body['webid'])).toMatchObject({
        useragent: 'KeyAuth',
        authed: 1,
      });
    },
  },
  {
    who: 'chat bots',
    fact: 'an empty userToo bans the key alone',
    api: 'seller',
    sends: async ({ ask, key, user }) => {
      const one = await key();
      await ask('assignkey', { user: user.username, key: one });
      return `type=ban&key=${one}&reason=&userToo=`;
    },
    gets: good,
    then: async ({ ask, user }) => {
      expect((await ask('userdata', { user: user.username })).body['banned']).toBeNull();
    },
  },
  {
    who: 'chat bots',
    fact: 'an empty limit and offset are none',
    api: 'seller',
    sends: () => 'type=fetchallusers&limit=&offset=',
    gets: good,
  },
  {
    who: 'panels',
    fact: 'an empty value beside authed changes nothing but who may read it',
    api: 'seller',
    sends: async ({ ask, mark }) => {
      await ask('addvar', { name: mark, data: 'kept' });
      return `type=editvar&varid=${mark}&data=&authed=0`;
    },
    gets: good,
    then: async ({ ask, mark, send, sessionid }) => {
      expect((await ask('retrvvar', { name: mark })).message).toBe('kept');
      expect((await send({ type: 'var', sessionid, varid: mark })).body).toMatchObject(good);
    },
  },
  {
    who: 'panels',
    fact: 'an empty text of a setting is the default again, an empty switch nothing',
    api: 'seller',
    sends: async ({ ask }) => {
      await ask('updatesettings', { keytakenmsg: 'Gone', tokensystem: '1' });
      return 'type=updatesettings&keytakenmsg=&tokensystem=';
    },
    gets: good,
    then: async ({ ask }) => {
      const { body } = await ask('getsettings');
      expect(body).toMatchObject({
        keytakenmsg: 'License key has already been used',
        tokensystem: true,
      });
      await ask('updatesettings', { tokensystem: '0' });
    },
  },
  ...[
    ['true', false],
    ['YES', false],
    ['1', false],
    ['false', true],
    ['no', true],
    ['0', true],
  ].map(([text, isOpen]): Fact => ({
    who: 'panels',
    fact: `authed=${String(text)} says for whom a variable is`,
    api: 'seller',
    sends: ({ mark }) => `type=addvar&name=${mark}&data=x&authed=${String(text)}`,
    gets: good,
    then: async ({ send, sessionid, mark }) => {
      const { body } = await send({ type: 'var', sessionid, varid: mark });
      expect(body['success']).toBe(isOpen);
    },
  })),
  {
    who: 'all tools',
    fact: 'a flag that is none of them is refused',
    api: 'seller',
    sends: ({ mark }) => `type=addvar&name=${mark}&data=x&authed=maybe`,
    gets: { success: false, message: 'The parameter "authed" is not valid.' },
  },
  {
    who: 'all clients',
    fact: 'what must be there is missing where it is empty',
    api: 'client',
    sends: ({ sessionid }) => `type=login&sessionid=${sessionid}&username=%0A&pass=x`,
    gets: { success: false, message: 'The parameter "username" is missing.' },
  },
  {
    who: 'Windows programs',
    fact: 'an empty device id, code and hash are none',
    api: 'client',
    sends: () => 'type=init&ver=&hash=&token=&thash=',
    gets: good,
  },
];
