// A service with one of each sealed value, a dump of its data, and a check that everything works.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type KyselyPlugin } from 'kysely';
import { generateSync } from 'otplib';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { readTables } from './support/bystanders/tables.ts';
import { codesOf } from './recovery-parts.ts';
import { openEventTarget } from './support/event-target.ts';
import { databaseKind, environmentOf } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { temporaryFolder, runCommand } from './support/service-command.ts';
import { hwid, wireTo } from './support/service-client.ts';
import { startTestService, type TestService } from './support/service.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const thash = 'a'.repeat(64);
export const totp = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });

/** Every row of every table, as in a dump; for SQLite also the raw files. */
export async function dumpOf(db: Database, data: string): Promise<string> {
  const texts: string[] = [];
  for (const { name } of await readTables(db, databaseKind)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    texts.push(JSON.stringify(rows));
  }
  const files = databaseKind === 'sqlite' ? readdirSync(data) : [];
  for (const name of files.filter((file) => file.startsWith('latchkey.sqlite')))
    texts.push(readFileSync(join(data, name), 'latin1'));
  return texts.join('\n');
}

/** Adds each kind of sealed value, as a service in use has it, and returns what its owners know. */
export async function fill(service: TestService, target: { url: string }) {
  const wire = wireTo(service);
  const ask = sellerOf(service);
  const [anna, ben] = [
    await service.addUser({ username: 'anna' }),
    await service.addUser({ username: 'ben' }),
  ];
  await ask('editemail', { user: 'anna', email: 'anna@known-address.example' });
  const offers: string[] = [];
  for (const user of [anna, ben]) {
    const sessionid = await wire.signIn(user);
    const { body } = await wire.send({ type: '2faenable', sessionid });
    const offered = (body['2fa'] as { secret_code: string }).secret_code; // as its schema says
    offers.push(offered);
    if (user !== anna) continue;
    const code = totp(offered);
    expect((await wire.send({ type: '2faenable', sessionid, code })).body['success']).toBe(true);
  }
  const called = `${target.url}/called-by-clients?key=of-the-webhook`;
  const told = `${target.url}/told-of-events?key=of-the-events`;
  const logged = `${target.url}/told-of-logs?key=of-the-logs`;
  const { webid } = (await ask('addwebhook', { baseurl: called, authed: '0' })).body;
  const events = (await ask('addwebhook', { baseurl: told, events: 'login' })).body;
  await ask('updatesettings', { webhook: logged, sellixsecret: 'secret-of-the-shop' });
  const { token } = (await ask('addtoken')).body;
  const sessionid = await wire.signIn(ben);
  await wire.send({ type: 'log', sessionid, message: 'hello', pcuser: 'x' });
  await service.deliveriesSettled();
  return {
    wire,
    ask,
    anna,
    ben,
    sessionid,
    secret: offers[0] ?? '',
    webid: String(webid),
    token: String(token),
    hidden: [
      ...offers,
      ...['key=of-the-webhook', 'key=of-the-events', 'key=of-the-logs', 'called-by-clients'],
      String(events['secret']),
      'secret-of-the-shop',
      String(token),
      'anna@known-address.example',
      sha256('anna@known-address.example'),
    ],
  };
}

export type Filled = Pick<Awaited<ReturnType<typeof fill>>, 'secret' | 'webid' | 'token' | 'anna'>;

type Anna = Pick<Filled, 'secret' | 'anna'>;

/** Adds a set of recovery codes and a pending one. The first eleven are used up or pending. */
export async function fillRecoveryCodes(
  service: TestService,
  { secret, anna }: Anna,
): Promise<readonly string[]> {
  const wire = wireTo(service);
  await sellerOf(service)('updatesettings', { recoverycodes: '1' });
  const sessionid = await wire.init();
  const oneTimeCode = async () => {
    await service.database.updateTable('users').set({ totpStep: 0 }).execute();
    return totp(secret);
  };
  const given = { sessionid, pass: anna.password };
  const login = { ...given, type: 'login', username: 'anna', hwid, code: await oneTimeCode() };
  expect((await wire.send(login)).body['success']).toBe(true);
  const make = { ...given, type: 'newrecoverycodes' };
  const offer = async (code: string) => codesOf((await wire.send({ ...make, code })).body);
  const codes = await offer(await oneTimeCode());
  const [confirm = '', used = ''] = codes;
  const confirmed = await wire.send({ type: 'newrecoverycodes', sessionid, confirm });
  expect(confirmed.body['success']).toBe(true);
  return [used, ...(await offer(used)), ...codes.filter((code) => code !== used)];
}

/** Returns whether anna's sign-in with this code succeeds. */
export async function signsIn(service: TestService, { anna }: Anna, code: string) {
  const wire = wireTo(service);
  const login = { type: 'login', username: 'anna', pass: anna.password, hwid, code };
  return (await wire.send({ ...login, sessionid: await wire.init() })).body['success'] === true;
}

/** Uses two-factor sign-in, a token, a webhook and a mail address from outside. */
export async function everythingWorks(
  service: TestService,
  { secret, webid, token, anna }: Filled,
) {
  const wire = wireTo(service);
  const ask = sellerOf(service);
  await service.database.updateTable('users').set({ totpStep: 0 }).execute();
  const login = { type: 'login', username: 'anna', pass: anna.password, hwid };
  const sessionid = await wire.init();
  expect((await wire.send({ ...login, sessionid })).body['reason']).toBe('code-needed');
  const code = totp(secret);
  expect((await wire.send({ ...login, sessionid, code })).body['success']).toBe(true);
  await service.database.updateTable('users').set({ totpStep: 0 }).execute();
  const email = 'Anna@Known-address.example';
  const byMail = { type: 'loginEmail', email, pass: anna.password, hwid, sessionid, code };
  expect((await wire.send(byMail)).body['success']).toBe(true);
  const { body } = await wire.send({ type: 'webhook', sessionid, webid });
  expect(body['success']).toBe(true);
  await ask('updatesettings', { tokensystem: '1' });
  const init = { type: 'init', ver: service.app.version, thash };
  expect((await wire.send({ ...init, token })).body['success']).toBe(true);
  expect((await wire.send({ ...init, token: `${token}x` })).body['reason']).toBe('token-unknown');
  await ask('updatesettings', { tokensystem: '0' });
  expect((await ask('fetchalltokens')).body['tokens']).toMatchObject([{ token }]);
}

/** `alone`: without bystanders, whose unsealed rows the service would seal. */
export async function open({ alone = false } = {}) {
  const data = temporaryFolder();
  if (alone) {
    await environmentOf(data, 'empty');
    expect(await (await runCommand('--data', data, '--port', '0')).end()).toBe(0);
  }
  const target = await openEventTarget();
  const outbound = { allowPrivateAddresses: [target.host] };
  let service: TestService | null = null;
  let whole: Database | null = null;
  const start = async (plugin?: KyselyPlugin) => {
    await service?.close();
    const wrapDatabase = (db: Database) => {
      whole = plugin === undefined ? db : db.withPlugin(plugin);
      return whole;
    };
    service = null;
    service = await startTestService({ dataFolder: data, outbound, wrapDatabase });
    return service;
  };
  onTestFinished(async () => service?.close());
  const database = () => {
    if (whole === null) throw new Error('It was not started');
    return whole;
  };
  return { data, target, start, database };
}
