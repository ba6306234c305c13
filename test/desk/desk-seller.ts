// A seller for one test: an application under its own owner id, and people who have passwords. Shows
// the effect of a change from the other side: by the seller API, and as a verified loader.
import { randomBytes, randomUUID } from 'node:crypto';
import { createClient, type Client } from '@latchkey/client';
import { fold } from '@latchkey/protocol/fold.ts';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import { toUnixSeconds, unixMs } from '@latchkey/protocol/units.ts';
import { createInvitation } from '../../packages/service/src/features/people/invitations.ts';
import {
  addOtherApplication,
  type OtherApplication,
} from '../../packages/service/test/support/another-application.ts';
import { browserAt } from '../../packages/service/test/support/desk.ts';
import { sellerOf } from '../../packages/service/test/support/seller-client.ts';
import type { TestService } from '../../packages/service/test/support/service.ts';

export type Texts = Readonly<Record<string, string>>;

/** Somebody who can sign in at the desk. */
export interface Person {
  readonly ownerid: string;
  readonly name: string;
  readonly password: string;
}

export interface SecondFactor {
  /** A one-time code that was not used yet. Each call returns another one, at most three. */
  readonly code: () => string;
  readonly recoveryCodes: readonly string[];
}

/** Fields of a successful answer. Throws if the operation fails. */
export type AskSeller = (
  type: SellerType,
  parameters?: Texts,
) => Promise<Readonly<Record<string, unknown>>>;

export const password = 'a good password';

export async function addSeller(service: TestService) {
  const ownerid = randomBytes(5).toString('hex');
  const addApplication = () =>
    addOtherApplication(service, { id: randomBytes(4).toString('hex'), ownerid });
  const app = await addApplication();
  const seller = askerOf(service, app);
  const clients: Client[] = [];
  return {
    app,
    seller,
    /** Adds another application of the same owner id, and returns how to ask about it. */
    addApplication: async () => {
      const other = await addApplication();
      return { app: other, seller: askerOf(service, other) };
    },
    /** Opens a loader that verifies every answer. */
    openClient(of: OtherApplication = app): Client {
      const { name, version } = of;
      const publicKeys = [service.publicKey];
      const client = createClient({ baseUrl: service.url, name, ownerid, version, publicKeys });
      clients.push(client);
      return client;
    },
    addOwner: (name = 'Olga') => addOwner(service, ownerid, name),
    addManager: async (scopes: readonly SellerScope[], name = 'Mia') => {
      const account = { role: 'Manager', scopes: scopes.join(',') };
      return addPerson(service, seller, { ownerid, name, account });
    },
    /** `balance`: numbers of keys by the names of `setbalance`, such as `month`. */
    addReseller: async (levels: readonly string[], balance: Texts = {}, name = 'Rita') => {
      const account = { role: 'Reseller', keylevels: levels.join('|') };
      const person = await addPerson(service, seller, { ownerid, name, account });
      if (Object.keys(balance).length > 0)
        await seller('setbalance', { username: name, ...balance });
      return person;
    },
    /** Creates the invitation of an account, and returns the token. */
    invite: (name: string, account: Texts = { role: 'Manager', scopes: 'read' }) =>
      invite(seller, name, account),
    close() {
      for (const client of clients) client.close();
    },
  };
}

export type DeskSeller = Awaited<ReturnType<typeof addSeller>>;

function askerOf(service: TestService, app: OtherApplication): AskSeller {
  const ask = sellerOf({ url: service.url, app });
  return async (type, parameters = {}) => {
    const { success, message, body } = await ask(type, parameters);
    if (!success) throw new Error(`${type}: ${message}`);
    return body;
  };
}

async function addOwner(service: TestService, ownerid: string, name: string): Promise<Person> {
  const { database } = service;
  const id = randomUUID();
  const now = toUnixSeconds(unixMs(Date.now()));
  await database
    .insertInto('people')
    .values({
      id,
      ownerid,
      name,
      nameFold: fold(name),
      isOwner: 1,
      createdAt: now,
      passwordHash: null,
      totpSecret: null,
      totpPendingSecret: null,
      totpPendingAt: null,
    })
    .execute();
  const invitation = await createInvitation(database, { accountId: null, personId: id }, now);
  return acceptInvitation(service, invitation.token, { ownerid, name, password });
}

async function addPerson(
  service: TestService,
  seller: AskSeller,
  { ownerid, name, account }: { ownerid: string; name: string; account: Texts },
): Promise<Person> {
  const token = await invite(seller, name, account);
  return acceptInvitation(service, token, { ownerid, name, password });
}

async function invite(seller: AskSeller, name: string, account: Texts): Promise<string> {
  await seller('addAccount', { user: name, ...account });
  return String((await seller('inviteaccount', { user: name }))['token']);
}

async function acceptInvitation(
  { url }: TestService,
  token: string,
  person: Person,
): Promise<Person> {
  const accepted = await browserAt(url).ask('acceptinvitation', {
    token,
    password: person.password,
  });
  if (accepted.status !== 200)
    throw new Error(`acceptinvitation: ${String(accepted.body['code'])}`);
  return person;
}

/** Signs in as a program with its own cookies, and returns how to send operations. */
export async function signInElsewhere({ url }: Pick<TestService, 'url'>, person: Person) {
  const browser = browserAt(url);
  const { ownerid, name } = person;
  const { body } = await browser.ask('signin', { ownerid, name, password: person.password });
  if (body['success'] !== true) throw new Error(`signin: ${String(body['code'])}`);
  return browser.ask;
}

/** Turns the second factor of a person on. */
export async function addSecondFactor(service: TestService, person: Person): Promise<SecondFactor> {
  const ask = await signInElsewhere(service, person);
  const { secret } = (await ask('offersecondfactor')).body;
  const stepMs = 30_000;
  let step = Date.now() - stepMs;
  const code = () => {
    const next = service.totpCode(String(secret), step);
    step += stepMs;
    return next;
  };
  const { body } = await ask('confirmsecondfactor', { code: code() });
  const recoveryCodes = body['recoveryCodes'];
  if (!Array.isArray(recoveryCodes)) throw new Error(`confirm: ${String(body['code'])}`);
  return { code, recoveryCodes: recoveryCodes.map(String) };
}

/** Makes all sessions of an owner id older, as if nobody had used them. */
export async function ageSessions(
  { database }: TestService,
  ownerid: string,
  seconds: number,
): Promise<void> {
  const people = database.selectFrom('people').select('id').where('ownerid', '=', ownerid);
  await database
    .updateTable('personSessions')
    .set((eb) => ({
      createdAt: eb('createdAt', '-', seconds),
      lastSeenAt: eb('lastSeenAt', '-', seconds),
      confirmedAt: eb('confirmedAt', '-', seconds),
    }))
    .where('personId', 'in', people)
    .execute();
}

export async function ageInvitations(
  { database }: TestService,
  applicationId: string,
  seconds: number,
): Promise<void> {
  const accounts = database
    .selectFrom('accounts')
    .select('id')
    .where('applicationId', '=', applicationId);
  await database
    .updateTable('invitations')
    .set((eb) => ({ expiresAt: eb('expiresAt', '-', seconds) }))
    .where('accountId', 'in', accounts)
    .execute();
}
