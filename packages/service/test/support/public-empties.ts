// Requests of public clients with empty or missing parameters, and their required answers.
import { expect } from 'vitest';
import { type Fact } from './public-client.ts';

export const encode = encodeURIComponent;
export const successBody = { success: true };
export const deviceId = 'e'.repeat(40);

export const emptyParameterFacts: readonly Fact[] = [
  {
    who: 'chat bots',
    fact: 'add treats empty parameters as absent: mask, level, amount, character, owner',
    api: 'seller',
    sends: () => 'type=add&expiry=1&mask=&level=&amount=&character=&owner=&note=&force=&format=',
    gets: successBody,
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
    fact: 'resetpw with an empty password generates one',
    api: 'seller',
    sends: ({ user }) => `type=resetpw&user=${user.username}&passwd=`,
    gets: { success: true, password: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/) as unknown },
  },
  {
    who: 'chat bots',
    fact: 'addwebhook with an empty user agent and audience uses the defaults',
    api: 'seller',
    sends: ({ mark }) => `type=addwebhook&baseurl=https%3A%2F%2Fhook.example%2F${mark}&ua=&authed=`,
    gets: successBody,
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
    fact: 'ban with an empty userToo bans only the key',
    api: 'seller',
    sends: async ({ ask, key, user }) => {
      const one = await key();
      await ask('assignkey', { user: user.username, key: one });
      return `type=ban&key=${one}&reason=&userToo=`;
    },
    gets: successBody,
    then: async ({ ask, user }) => {
      expect((await ask('userdata', { user: user.username })).body['banned']).toBeNull();
    },
  },
  {
    who: 'chat bots',
    fact: 'fetchallusers ignores an empty limit and offset',
    api: 'seller',
    sends: () => 'type=fetchallusers&limit=&offset=',
    gets: successBody,
  },
  {
    who: 'panels',
    fact: 'editvar with an empty value changes only authed',
    api: 'seller',
    sends: async ({ ask, mark }) => {
      await ask('addvar', { name: mark, data: 'kept' });
      return `type=editvar&varid=${mark}&data=&authed=0`;
    },
    gets: successBody,
    then: async ({ ask, mark, send, sessionid }) => {
      expect((await ask('retrvvar', { name: mark })).message).toBe('kept');
      expect((await send({ type: 'var', sessionid, varid: mark })).body).toMatchObject(successBody);
    },
  },
  {
    who: 'panels',
    fact: 'updatesettings resets an empty text to its default and ignores an empty switch',
    api: 'seller',
    sends: async ({ ask }) => {
      await ask('updatesettings', { keytakenmsg: 'Gone', tokensystem: '1' });
      return 'type=updatesettings&keytakenmsg=&tokensystem=';
    },
    gets: successBody,
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
    fact: `authed=${String(text)} sets who can read a variable`,
    api: 'seller',
    sends: ({ mark }) => `type=addvar&name=${mark}&data=x&authed=${String(text)}`,
    gets: successBody,
    then: async ({ send, sessionid, mark }) => {
      const { body } = await send({ type: 'var', sessionid, varid: mark });
      expect(body['success']).toBe(isOpen);
    },
  })),
  {
    who: 'all tools',
    fact: 'an invalid flag is rejected',
    api: 'seller',
    sends: ({ mark }) => `type=addvar&name=${mark}&data=x&authed=maybe`,
    gets: { success: false, message: 'The parameter "authed" is not valid.' },
  },
  {
    who: 'all clients',
    fact: 'an empty required parameter counts as missing',
    api: 'client',
    sends: ({ sessionid }) => `type=login&sessionid=${sessionid}&username=%0A&pass=x`,
    gets: { success: false, message: 'The parameter "username" is missing.' },
  },
  {
    who: 'Windows programs',
    fact: 'init ignores an empty version, hash and token',
    api: 'client',
    sends: () => 'type=init&ver=&hash=&token=&thash=',
    gets: successBody,
  },
];
