// An application with mixed-case names, and a request for each operation that takes a name.
import { type SellerType } from '@latchkey/protocol/seller-api.ts';
import { ownApplicationId } from './own-application.ts';
import { sellerOf } from './seller-client.ts';
import { openWire } from './service-client.ts';

export const key = 'Wave-7Q2x-KLMN';
export const usedKey = 'Used-8r3Y-OPQR';

/** Opens a service with the users Anna and Berta, who have one of everything. */
export async function openMixedCase() {
  const { service } = await openWire();
  const { database } = service;
  const ask = sellerOf(service);
  for (const mask of [key, usedKey, 'Spare-9s4Z'])
    await ask('add', { mask, expiry: '5', force: '1' });
  for (const user of ['Anna', 'Berta']) {
    await ask('adduser', { user, sub: 'Pro', expiry: '30' });
    await ask('setvar', { user, var: 'Colour', data: user });
  }
  await ask('setfeature', { user: 'Anna', feature: 'beta', value: 'yes' });
  await ask('assignkey', { user: 'Anna', key: usedKey });
  await ask('addchannel', { name: 'Lobby', delay: '5' });
  await ask('addvar', { name: 'Motd', data: 'hello' });
  await ask('addvar', { name: 'Other', data: 'other' });
  await ask('addAccount', { role: 'Reseller', user: 'Mia' });
  await ask('newaccountkey', { user: 'Mia' });
  await database
    .insertInto('shops')
    .values({
      id: 'shop',
      applicationId: ownApplicationId,
      kind: 'hmac',
      address: '',
      secrets: '[]',
      createdAt: 1,
      lastEventAt: null,
    })
    .execute();
  await ask('delauditlog');
  return { service, database, ask };
}

/** Requests in the stored spelling. The test sends each name in the opposite case. */
export const requests: Readonly<Partial<Record<SellerType, Readonly<Record<string, string>>>>> = {
  banuser: { user: 'Anna', reason: 'x' },
  unbanuser: { user: 'Anna' },
  pauseuser: { username: 'Anna' },
  unpauseuser: { username: 'Anna' },
  resetuser: { user: 'Anna' },
  addhwiduser: { user: 'Anna', hwid: 'd'.repeat(40) },
  setcooldown: { user: 'Anna', cooldown: '100' },
  extend: { user: 'Anna', sub: 'Pro', expiry: '1' },
  subtract: { user: 'Anna', sub: 'Pro', seconds: '60' },
  delsub: { user: 'Anna', sub: 'Pro' },
  countsubs: { name: 'Pro' },
  adduser: { user: 'Zoe', sub: 'Pro', expiry: '1' },
  deluser: { user: 'Anna' },
  exportuser: { user: 'Anna' },
  fetchhistory: { user: 'Anna' },
  fetchsales: { user: 'Anna' },
  fetchalllogs: { user: 'Anna' },
  fetchallusers: { subscription: 'Pro' },
  why: { user: 'Anna' },
  fetchcomputers: { user: 'Anna' },
  fetchalluservars: { user: 'Anna' },
  endsessions: { user: 'Anna' },
  resetpw: { user: 'Anna', passwd: 'new' },
  editemail: { user: 'Anna', email: 'a@example.com' },
  editusername: { currentUsername: 'Anna', newUsername: 'Zoe' },
  setvar: { user: 'Anna', var: 'Colour', data: 'x' },
  getvar: { user: 'Anna', var: 'Colour' },
  deluservar: { user: 'Anna', var: 'Colour' },
  editvar: { varid: 'Motd', data: 'x' },
  retrvvar: { name: 'Motd' },
  delvar: { name: 'Motd' },
  mapproduct: { shop: 'shop', product: 'x', sub: 'Pro', expiry: '1' },
  editsub: { sub: 'Pro', level: '2' },
  setfeature: { sub: 'Pro', feature: 'export', value: 'yes' },
  delfeature: { user: 'Anna', feature: 'beta' },
  delappsub: { name: 'Pro' },
  pausesub: { subscription: 'Pro' },
  unpausesub: { subscription: 'Pro' },
  editchan: { name: 'Lobby', delay: '9' },
  fetchmessages: { name: 'Lobby' },
  delchannel: { name: 'Lobby' },
  clearchannel: { name: 'Lobby' },
  muteuser: { user: 'Anna', time: '60' },
  addtoken: { user: 'Anna' },
  activate: { user: 'Zoe', key, pass: 'x' },
  assignkey: { user: 'Anna', key },
  ban: { key, reason: 'x' },
  del: { key },
  delmultiple: { key: `${key},Spare-9s4Z` },
  verify: { key },
  getkey: { user: 'Anna' },
  info: { key },
  edit: { key, expiry: '9' },
  setnote: { key, note: 'x' },
  editaccount: { user: 'Mia', keylevels: '1' },
  inviteaccount: { user: 'Mia' },
  newaccountkey: { user: 'Mia' },
  endaccountkey: { user: 'Mia' },
  banaccount: { user: 'Mia', reason: 'x' },
  unbanaccount: { user: 'Mia' },
  deleteAccount: { user: 'Mia' },
  setbalance: { username: 'Mia', day: '5' },
  balance: { username: 'Mia', day: '5' },
  getbalance: { username: 'Mia' },
  fetchbalance: { username: 'Mia' },
  fetchcustomers: { username: 'Mia' },
  verifyuser: { user: 'Anna' },
  userdata: { user: 'Anna' },
  usersub: { user: 'Anna' },
  refund: { key },
  add: { expiry: '1', sub: 'Pro' },
  usergrants: { user: 'Anna' },
  keygrants: { key },
  setgrants: { user: 'Anna', sub: 'Pro', grants: '[]' },
  importkey: { key: 'New-1', expires: '60', status: 'Used', usedby: 'Anna' },
};
