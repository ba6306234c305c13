// Rows that earlier versions stored unsealed are sealed at the next start, even if interrupted.
import { sql, type KyselyPlugin } from 'kysely';
import { generateSecret } from 'otplib';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { isSealed } from '../src/secrets/at-rest.ts';
import { isKeyed } from '../src/features/users/emails.ts';
import { openDatabase004, writeSigningKey } from './support/old-database.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService, type TestService } from './support/service.ts';
import { sha256, dumpOf, fill, everythingWorks, open } from './at-rest-filled.ts';

/** Restores the previous version's rows: unsealed, and not marked as sealed. */
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

/** Fails at the given changing statement, as if the process ended there. */
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

test('seals all rows of the previous version, even after an interruption at any step', async () => {
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

test('seals a database of version 004 without losing data', async () => {
  const old = await openDatabase004();
  writeSigningKey(old.data);
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
