// A seller whose data is all hostile: every text of every table, every text that a user, program or
// person can fill, and the names of application and people.
import { randomUUID } from 'node:crypto';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import { withFold } from '../../packages/service/src/database/names.ts';
import { browserAt } from '../../packages/service/test/support/desk.ts';
import {
  addUsageRows,
  fillApplication,
} from '../../packages/service/test/support/full-application.ts';
import type { TestService } from '../../packages/service/test/support/service.ts';
import type { DeskSeller, Person } from './desk-seller.ts';

/** Sets `xss` on the window if it becomes markup, an attribute, a link or a template. */
export const payload = 'globalThis.xss=1';

/** At most 60 characters, as names of computers have. */
const shortMark = `"'><svg onload=${payload}>\u202Egpj`;

/** At most 70 characters, as names have. */
export const runnableMarks = [
  `"'><img src="data:," onerror="${payload}">`,
  `</textarea></title></script><script>${payload}</script>`,
  `javascript:${payload}//`,
  shortMark,
] as const;

const marks = [...runnableMarks, `{{constructor.constructor('${payload}')()}}\${${payload}}`];

export interface HostileSeller {
  readonly owner: Person;
  readonly reseller: Person;
  /** The text of a key that a customer has used. */
  readonly key: string;
  readonly managerOf: (scope: SellerScope) => Promise<Person>;
}

export async function addHostileSeller(
  service: TestService,
  shop: DeskSeller,
): Promise<HostileSeller> {
  const { database, url } = service;
  const { app } = shop;
  // The usage rows exist once in an application.
  for (const [at, mark] of marks.entries()) {
    const { userId } = await fillApplication(database, app.id, mark, randomUUID());
    // For some roles, every text that equals a key for sale is masked.
    await database
      .updateTable('licenses')
      .set(withFold('key', `${mark}#`))
      .where('applicationId', '=', app.id)
      .where('key', '=', mark)
      .execute();
    if (at === 0) await addUsageRows(database, app.id, { mark, id: userId });
  }
  const reseller = await shop.addReseller(['1'], { month: '50' }, `Rita ${shortMark}`);
  const key = await fillAsPeople(shop, reseller);
  await database
    .updateTable('applications')
    .set({ texts: textsWith(shortMark), extras: textsWith(shortMark), download: runnableMarks[2] })
    .where('id', '=', app.id)
    .execute();
  const owner = await shop.addOwner(`Olga ${shortMark}`);
  const { ownerid, name, password } = owner;
  await browserAt(url, { 'user-agent': runnableMarks[0] }).ask('signin', {
    ownerid,
    name,
    password,
  });
  return {
    owner,
    reseller,
    key,
    managerOf: (scope) => shop.addManager([scope], `Mia ${scope} ${shortMark}`),
  };
}

/** What users, programs, managers and resellers can fill by the APIs. */
async function fillAsPeople(shop: DeskSeller, reseller: Person): Promise<string> {
  const { seller } = shop;
  const sellerkey = String((await seller('newaccountkey', { user: reseller.name }))['sellerkey']);
  const { key } = await seller('add', {
    sellerkey,
    expiry: '30',
    note: shortMark,
    order: shortMark,
  });
  const client = shop.openClient();
  const device = { hwid: 'd'.repeat(64), computer: shortMark, system: shortMark };
  const name = `anna ${shortMark.replace('\u202E', '')}`;
  const user = { username: name, pass: 'a password', ...device };
  const registered = await client.request('register', { ...user, key: String(key) });
  if (!registered.ok) throw new Error(registered.refusal.facts.code);
  await client.request('log', { message: shortMark, pcuser: shortMark });
  await seller('banuser', { user: name, reason: shortMark });
  await client.request('login', user);
  const unused = await seller('add', { expiry: '30', note: shortMark, order: `${shortMark} 2` });
  await seller('ban', { key: String(unused['key']), reason: shortMark });
  await seller('addvar', { name: 'announcement', data: shortMark, authed: '0' });
  await seller('addAccount', { role: 'Manager', user: `Eva ${shortMark}`, scopes: 'read' });
  await seller('banaccount', { user: `Eva ${shortMark}`, reason: shortMark });
  return String(key);
}

function textsWith(mark: string): string {
  const names = ['bad-credentials', 'banned', 'saleevents', 'webdownload', 'resellerstore'];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, mark])));
}
