// What somebody learns who has the database, or a dump of it, but not the service's secret: none of the secrets of second factors, no
// token, no address of a webhook, and no mail address that they could try out. Rows of earlier versions are sealed at the next start.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type KyselyPlugin } from 'kysely';
import { generateSecret, generateSync } from 'otplib';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/service/database/schema.ts';
import { isSealed } from '../../src/service/secrets/at-rest.ts';
import { isKeyed } from '../../src/service/secrets/emails.ts';
import { readTables } from '../support/bystanders/tables.ts';
import { cli } from '../support/cli.ts';
import { openEventTarget } from '../support/event-target.ts';
import { openDatabase004, putKey } from '../support/old-database.ts';
import { databaseKind, environmentOf } from '../support/postgresql.ts';
import { sellerOf } from '../support/seller-client.ts';
import { folder, run } from '../support/service-command.ts';
import { hwid, wireTo } from '../support/service-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { shopSecret } from './at-rest-parts.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const thash = 'a'.repeat(64);
const totp = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });

/** Every row of every table, as a dump has them; with SQLite also what lies in its files. */
async function dumpOf(db: Database, data: string): Promise<string> {
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

/** What a service in use has: each thing that is sealed, and what its seller and users know of it. */
async function fill(service: TestService, target: { url: string }) {
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
    ...{ wire, ask, anna, ben, sessionid },
    ...{ secret: offers[0] ?? '', webid: String(webid), token: String(token) },
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

type Filled = Pick<Awaited<ReturnType<typeof fill>>, 'secret' | 'webid' | 'token' | 'anna'>;

/** From outside: a second factor, a token, a webhook, a mail address. */
async function everythingWorks(service: TestService, { secret, webid, token, anna }: Filled) {
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

/** `alone`: without bystanders, which nobody sealed and which this would. */
async function open({ alone = false } = {}) {
  const data = folder();
  if (alone) {
    await environmentOf(data, 'empty');
    expect(await (await run('--data', data, '--port', '0')).end()).toBe(0);
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

test('a dump tells no secret of a second factor, token, webhook or mail address', async () => {
  const { data, target, start, database } = await open();
  const service = await start();
  await service.addVariable('to-be-seen', 'what is no secret is in it', false);
  const filled = await fill(service, target);
  const dump = await dumpOf(database(), data);
  expect(dump).toContain('what is no secret is in it');
  expect(filled.hidden.filter((secret) => dump.includes(secret))).toEqual([]);
  await everythingWorks(service, filled);
  await everythingWorks(await start(), filled);
  expect(target.told.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/called-by-clients?key=of-the-webhook',
      '/told-of-events?key=of-the-events',
      '/told-of-logs?key=of-the-logs',
    ]),
  );
});

/** As the version before wrote them: everything open, and nothing that says that it was sealed. */
async function unseal(
  service: TestService,
  db: Database,
  {
    secret,
    token,
    hidden,
  }: {
    readonly secret: string;
    readonly token: string;
    readonly hidden: readonly string[];
  },
) {
  const [, pending = ''] = hidden;
  const users = db.updateTable('users');
  await users
    .set({ totpSecret: secret })
    .where('username', '=', 'anna')
    .where('totpSecret', 'is not', null)
    .execute();
  await users
    .set({ totpPendingSecret: pending })
    .where('totpPendingSecret', 'is not', null)
    .execute();
  await users
    .set({ emailHash: sha256('anna@known-address.example') })
    .where('emailHash', 'is not', null)
    .execute();
  const application = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  const hooks = await service.database.selectFrom('webhooks').select(['webid', 'events']).execute();
  const base = (await sellerOf(service)('getsettings')).body['webhook'] as string; // as its schema says
  const origin = base.replace('/****', '');
  for (const { webid, events } of hooks) {
    const path =
      events === '' ? 'called-by-clients?key=of-the-webhook' : 'told-of-events?key=of-the-events';
    const signed = events === '' ? null : hidden.find((one) => /^[0-9a-f]{64}$/.test(one));
    await db
      .updateTable('webhooks')
      .set({ url: `${origin}/${path}`, secret: signed ?? null })
      .where('webid', '=', webid)
      .execute();
    await db
      .updateTable('deliveries')
      .set({ url: `${origin}/${path}` })
      .where('webid', '=', webid)
      .execute();
  }
  const logged = `${origin}/told-of-logs?key=of-the-logs`;
  await db
    .updateTable('applications')
    .set({ logWebhook: logged, extras: '{"sellixsecret":"secret-of-the-shop","webdownload":""}' })
    .where('id', '=', application.id)
    .execute();
  await db.updateTable('deliveries').set({ url: logged }).where('webid', 'is', null).execute();
  await db
    .updateTable('tokens')
    .set({ token, sealed: null })
    .where('applicationId', '=', application.id)
    .execute();
  await db.deleteFrom('facts').where('name', 'in', ['sealed', 'mail-key']).execute();
}

/** Ends the process, as it were, at that statement that changes something. */
const dyingAt = (count: number): KyselyPlugin => {
  let left = count;
  return {
    transformQuery: ({ node }) => {
      const isChange = node.kind === 'UpdateQueryNode' || node.kind === 'RawNode';
      if (isChange && (left -= 1) === 0) throw new Error('It ends here');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
};

test('what the version before left open is sealed at the next start, wherever that was broken off', async () => {
  const { data, target, start, database } = await open({ alone: true });
  let service = await start();
  const filled = await fill(service, target);
  await unseal(service, database(), filled);
  const before = await dumpOf(database(), data);
  expect(filled.hidden.filter((secret) => !before.includes(secret))).toEqual([
    'anna@known-address.example',
  ]);
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from users`.execute(
      database(),
    );
    return Number(rows[0]?.count);
  };
  const users = await count();
  let deaths = 0;
  for (let at = 1; ; at += 1)
    try {
      service = await start(dyingAt(at));
      break;
    } catch (error) {
      expect(String(error)).toContain('It ends here');
      deaths += 1;
    }
  expect(deaths).toBeGreaterThan(5);
  service = await start();
  expect(await count()).toBe(users);
  const after = await dumpOf(database(), data);
  expect(filled.hidden.filter((secret) => after.includes(secret))).toEqual([]);
  await everythingWorks(service, filled);
});

test('a database of version 004 with all of it keeps everything, sealed', async () => {
  const old = await openDatabase004();
  putKey(old.data);
  const secret = generateSecret();
  const [own] = await old.raw.selectFrom('applications').select('id').execute();
  const applicationId = String(own?.['id']);
  await old.raw
    .updateTable('users')
    .set({ totp_secret: secret, email_hash: sha256('a@b.c') })
    .execute();
  await old.raw
    .updateTable('applications')
    .set({ log_webhook: 'https://hook.example/of-the-log' })
    .execute();
  const token = { token: 'a token of before', kind: 'user', assigned: '', created_at: 1 };
  await old.raw
    .insertInto('tokens')
    .values({ ...token, application_id: applicationId })
    .execute();
  const tables = async () => {
    const counts: Record<string, number> = {};
    for (const name of ['users', 'applications', 'tokens', 'webhooks', 'deliveries'])
      counts[name] = (await old.raw.selectFrom(name).selectAll().execute()).length;
    return counts;
  };
  const before = await tables();
  await old.toThisVersion();
  expect(await tables()).toEqual(before);
  const service = await startTestService({ dataFolder: old.data });
  onTestFinished(() => service.close());
  const rows = await old.raw.selectFrom('users').select(['totp_secret', 'email_hash']).execute();
  const theirs = rows.filter(({ totp_secret }) => totp_secret !== null);
  expect(theirs.length).toBeGreaterThanOrEqual(before['users'] ?? 0);
  expect(theirs.every((row) => isSealed(String(row['totp_secret'])))).toBe(true);
  expect(theirs.filter((row) => isKeyed(String(row['email_hash']))).length).toBe(before['users']);
  const dump = await dumpOf(service.database, old.data);
  const hidden = [secret, 'a token of before', 'of-the-log', sha256('a@b.c')];
  expect(hidden.filter((one) => dump.includes(one))).toEqual([]);
});

test('another secret: sealed anew with the old one, and without it what is lost is said and counted', async () => {
  const { data, target, start, database } = await open({ alone: true });
  const service = await start();
  const filled = await fill(service, target);
  await service.close();
  const env = { ...(await environmentOf(data)) };
  const file = join(data, 'service-secret');
  const reset = async (...more: string[]) =>
    cli(['signing-key', 'reset', '--secret', '--yes', '--json', '--data', data, ...more], { env });
  renameSync(file, join(data, 'old'));
  const stolen = readFileSync(join(data, 'old'));
  expect((await reset('--old-secret', join(data, 'nowhere'))).stderr).toContain('There is no');
  const none = { secondFactors: 0, webhooks: 0, shopSecrets: 0, tokens: 0, mailAddresses: 0 };
  expect((await reset('--old-secret', join(data, 'old'))).json()).toMatchObject({ lost: none });
  expect(readFileSync(file)).not.toEqual(stolen);
  const sealedAnew = await start();
  await everythingWorks(sealedAnew, filled);
  expect(await shopSecret(sealedAnew)).toBe('secret-of-the-shop');
  rmSync(file);
  await (await start().catch(() => null))?.close();
  const lost = (await reset()).json()['lost'];
  expect(lost).toMatchObject({ secondFactors: expect.any(Number) as number });
  const again = await start();
  const wire = wireTo(again);
  const login = { type: 'login', username: 'anna', pass: filled.anna.password, hwid };
  const asked = await wire.send({
    ...login,
    sessionid: await wire.init(),
    code: totp(filled.secret),
  });
  expect(asked.body['reason']).toBe('bad-code');
  expect((await sellerOf(again)('fetchallwebhooks')).body['webhooks']).toEqual([]);
  expect(lost).toMatchObject({ shopSecrets: 1 });
  expect((await sellerOf(again)('getsettings')).body['sellixsecret']).toBe('');
  expect((await sellerOf(again)('disable2fa', { user: 'anna' })).success).toBe(true);
  const after = await wire.send({ ...login, sessionid: await wire.init() });
  expect(after.body['success']).toBe(true);
  expect(await dumpOf(database(), data)).not.toContain(filled.secret);
});
