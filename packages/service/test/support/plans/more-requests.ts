// Requests of operations that do not succeed with the example of each parameter.
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import { mark } from '../requests-from-spec.ts';

type Request = Readonly<Record<string, string>>;

const other = 'another';

export const sellerRequests: Readonly<Partial<Record<SellerType, readonly Request[]>>> = {
  activate: [{ user: other, key: mark, pass: 'x' }],
  add: [{ expiry: '1' }, { expiry: '1', order: mark }, { expiry: '1', order: other }],
  addAccount: [{ role: 'Manager', user: other, scopes: 'read' }],
  addbutton: [{ value: other, text: 'x', challenge: 'a-challenge-of-16' }],
  addchannel: [{ name: other, delay: '1' }],
  addsub: [{ name: other, level: '2' }],
  adduser: [{ user: other, sub: mark, expiry: '1' }],
  addvar: [{ name: other, data: 'x' }],
  addwebhook: [{ baseurl: 'https://hook.example/', authed: '0' }],
  addWhite: [{ ip: '203.0.113.1' }],
  black: [{ ip: '203.0.113.1' }],
  delfeature: [
    { sub: mark, feature: mark },
    { user: mark, feature: mark },
  ],
  delblack: [{ data: mark, blacktype: 'hwid' }],
  fetchallusers: [{ sort: 'newest' }, { sort: 'end' }],
  fetchsales: [{ text: 'buyer@example.com' }],
  editfile: [{ fileid: '000001', url: 'https://files.example/x' }],
  extend: [{ user: mark, sub: mark, expiry: '1' }],
  ban: [{ key: mark, reason: 'x', userToo: '1' }],
  importkey: [{ key: other, expires: '60', status: 'Used', usedby: mark }],
  importrows: [
    {
      kind: 'users',
      rows: JSON.stringify([
        { username: mark, hwids: ['a'], subscriptions: [{ subscription: mark, seconds: 5 }] },
        {
          ...{ username: other, email: 'a@example.org', hwids: ['a'], banned: 'x' },
          subscriptions: [{ subscription: mark, seconds: 5 }],
        },
      ]),
    },
    {
      kind: 'keys',
      rows: JSON.stringify([{ key: other, expires: 60, usedby: mark, order: mark }]),
    },
  ],
  setfeature: [
    { sub: mark, feature: mark, value: 'no' },
    { user: mark, feature: mark, value: 'no' },
  ],
  updatesettings: [{ hwidlock: '1' }],
};

/** Readings of a signed-in user. The others are in `repeat-cases.ts`. */
export const clientRequests: readonly (Request & { readonly type: ClientType })[] = [
  { type: 'init', ver: '1.0' },
  { type: 'check' },
  { type: 'checkblacklist', hwid: 'd'.repeat(64) },
  { type: 'var', varid: 'note' },
  { type: 'getvar', var: 'colour' },
  { type: 'chatget', channel: 'general' },
  { type: 'fetchOnline' },
  { type: 'fetchStats' },
  { type: 'computers' },
  { type: 'sessions' },
  { type: 'file', fileid: '000001' },
  { type: 'release', channel: 'stable', platform: 'linux-x64' },
];
