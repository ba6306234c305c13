// Unescaped bytes of public clients, and refusals that name the seller's setting that causes them.
import { afterAll, beforeAll, expect } from 'vitest';
import { openPublic, type Fact } from './support/public-client.ts';
import { testFacts } from './support/public-facts.ts';
import type { TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openPublic();
});
afterAll(() => service.close());

const good = { success: true };
const form = ['GET', 'urlencoded'] as const;

const bytes: readonly Fact[] = [
  ...['100%', '%', '%%', '50%off', '%zz-1', 'a%4'].map((text): Fact => ({
    who: 'clients that do not escape',
    fact: `${text} is taken literally`,
    api: 'seller',
    formats: form,
    sends: ({ mark }) => `type=addvar&name=${mark}&data=${text}`,
    gets: good,
    then: async ({ ask, mark }) =>
      expect((await ask('retrvvar', { name: mark })).message).toBe(text),
  })),
  {
    who: 'clients that do not escape',
    fact: 'a password with a percent sign signs in',
    api: 'client',
    formats: form,
    sends: async ({ ask, user, sessionid, hwid }) => {
      await ask('resetpw', { user: user.username, passwd: '100%sure%' });
      return `type=login&sessionid=${sessionid}&username=${user.username}&pass=100%sure%&hwid=${hwid}`;
    },
    gets: good,
  },
  ...['%ff', '%C3%28', '%ED%A0%80', 'ok%E2%82'].map((text): Fact => ({
    who: 'all clients',
    fact: `${text} is refused as invalid UTF-8`,
    api: 'client',
    formats: form,
    sends: ({ sessionid }) => `type=var&sessionid=${sessionid}&varid=${text}`,
    gets: {
      success: false,
      message: expect.stringContaining('The parameter "varid" is not UTF-8 text.') as string, // matches a string
    },
  })),
];

const program = 'd41d8cd98f00b204e9800998ecf8427e';
const checks: readonly Fact[] = [
  {
    who: 'Linux clients',
    fact: 'a hash may end with a line break',
    api: 'client',
    sends: async ({ ask }) => {
      await ask('addhash', { hash: program });
      await ask('updatesettings', { hashcheck: '1' });
      return `type=init&hash=${program}%0A`;
    },
    gets: good,
    undo: { hashcheck: '0' },
  },
  {
    who: 'Linux clients',
    fact: 'a token may end with a line break',
    api: 'client',
    sends: async ({ ask, user }) => {
      const wanted = { user: user.username, tokentype: 'user', type: 'addtoken' };
      const { token } = (await ask('addtoken', wanted)).body;
      await ask('updatesettings', { tokensystem: '1' });
      return `type=init&token=${String(token)}%0D%0A&thash=${program}%0A`;
    },
    gets: good,
    undo: { tokensystem: '0' },
  },
  {
    who: 'all clients',
    fact: 'the refusal of a program names the setting',
    api: 'client',
    sends: async ({ ask }) => {
      await ask('addhash', { hash: program });
      await ask('updatesettings', { hashcheck: '1' });
      return 'type=init&hash=00000000000000000000000000000000';
    },
    gets: {
      reason: 'program-altered',
      message:
        "This program hash does not match, make sure you're using latest version (setting hashcheck)",
    },
    then: async ({ ask, send }) => {
      await ask('updatesettings', { hashcheckfailmsg: 'Get the new one' });
      expect((await send({ type: 'init' })).body['message']).toBe('Get the new one');
    },
    undo: { hashcheckfailmsg: '', hashcheck: '0' },
  },
  {
    who: 'clients without a device id',
    fact: 'the refusal of a missing device id names the setting',
    api: 'client',
    sends: ({ user, sessionid }) =>
      `type=login&sessionid=${sessionid}&username=${user.username}&pass=x`,
    gets: { reason: 'device-id-invalid', message: 'HWID is missing (setting forcehwid).' },
  },
  ...['login&username=one&pass=x', 'license&key=x', 'register&username=one&pass=x&key=x'].map(
    (what): Fact => ({
      who: 'clients with a short device id',
      fact: `the refusal by ${what} names the setting`,
      api: 'client',
      sends: ({ sessionid }) => `type=${what}&sessionid=${sessionid}&hwid=short`,
      gets: {
        reason: 'device-id-invalid',
        message: 'HWID is too short: at least 20 characters (setting minhwid).',
      },
    }),
  ),
];

/** Names that every object has are unknown parameters. */
const prototypes: readonly Fact[] = [
  'constructor=',
  '__proto__=',
  'toString=&hasOwnProperty=x',
].map((pair): Fact => ({
  who: 'scanners',
  fact: `${pair} is ignored`,
  api: 'client',
  sends: () => `type=init&${pair}`,
  gets: good,
}));

testFacts([...bytes, ...checks, ...prototypes], () => service);
