// The real service with a very large and a small application: `node full-service.ts DATA_FOLDER
// USERS`. Prints its address as one line of JSON. DATABASE_URL selects PostgreSQL.
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import { startService } from '../../../packages/service/src/host/serve.ts';
import { openPostgresql } from '../../../packages/service/src/database/postgresql.ts';
import type { Tables } from '../../../packages/service/src/database/schema.ts';
import { withFold } from '../../../packages/service/src/database/names.ts';
import { addOtherApplication } from '../../../packages/service/test/support/another-application.ts';
import {
  ownApplication,
  ownApplicationId as own,
  ownApplicationRow,
  ownPlanId,
  ownPlanRow,
} from '../../../packages/service/test/support/own-application.ts';
import { device } from './full.js';
import { sweepNow } from './sweep-now.ts';
import {
  createPasswords,
  productionCost,
} from '../../../packages/service/src/secrets/passwords.ts';

const [dataFolder = '', text = ''] = process.argv.slice(2);
const users = Number(text);
const now = Math.floor(Date.now() / 1000);
/** Rows per statement. */
const inPart = 10_000;
const databaseUrl = process.env['DATABASE_URL'];
const service = await startService({
  dataFolder,
  databaseUrl,
  port: 0,
  logStream: { write: () => true },
  ...(databaseUrl !== undefined && { signingKeyFile: `${dataFolder}/signing-key.pem` }),
  trustedProxies: ['127.0.0.1'],
});
const { database: db } = service;
// Filling exceeds the service's statement timeout.
const filling =
  databaseUrl === undefined
    ? db
    : new Kysely<Tables>({
        dialect: openPostgresql(databaseUrl, 'patient', () => undefined).dialect,
        plugins: [new CamelCasePlugin()],
      });
await db.insertInto('applications').values(ownApplicationRow(now)).execute();
await db.insertInto('plans').values(ownPlanRow(now)).execute();
const other = await addOtherApplication({ app: ownApplication, database: db }, { id: 'another' });
const { hash } = await createPasswords(productionCost);
const passwordHash = await hash('right');

// Like the service's ids (ordered-ids.ts): random with distinct ends for sessions, else by time.
const [random, ordered] =
  databaseUrl === undefined
    ? [
        sql`lower(hex(randomblob(11))) || printf('%010x', i * 2654435761 % 1099511627776)`,
        sql`printf('%012x', ${sql.lit(now * 1000)} + i) || lower(hex(randomblob(10)))`,
      ]
    : [
        sql`substr(md5(random()::text), 11) || lpad(to_hex(i::bigint * 2654435761 % 1099511627776), 10, '0')`,
        sql`lpad(to_hex(${sql.lit(now * 1000)} + i), 12, '0') || substr(md5(random()::text), 13)`,
      ];
/** More than the longest run redeems. */
const keysOfOther = 50_000;
/** `into`: table and columns; `count` rows. */
async function fill(into: string, values: ReturnType<typeof sql>, count = users): Promise<void> {
  const numbers = sql`with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${count})`;
  await sql`insert into ${sql.raw(into)} ${numbers} select ${values} from numbers`.execute(filling);
}

await fill(
  'users (id, application_id, username, username_fold, password_hash, totp_step, created_at)',
  sql`${ordered}, ${own}, 'user-' || i, 'user-' || i, ${passwordHash}, 0, ${sql.lit(now)}`,
);
const ofUsers = sql`from users where application_id = ${own}`;
await sql`insert into subscriptions (user_id, plan_id, since_at, expires_at)
  select id, ${ownPlanId}, ${sql.lit(now)}, ${sql.lit(now + 8_640_000)} ${ofUsers}`.execute(
  filling,
);
await sql`insert into grants (user_id, plan_id, position, source, granted_at, given, "left")
  select id, ${ownPlanId}, 1, 'seller', ${sql.lit(now)}, 8640000, 8640000 ${ofUsers}`.execute(
  filling,
);
await sql`insert into devices (user_id, hwid, added_at) select id, ${device}, ${sql.lit(now)} ${ofUsers}`.execute(
  filling,
);
await fill(
  'licenses (application_id, "key", key_fold, level, seconds, status, created_at)',
  sql`${own}, 'KEY-' || i, 'key-' || i, '1', 60, 'unused', ${sql.lit(now)} + i / 100`,
);
await fill(
  'logs (id, application_id, written_at_ms, ip, message)',
  sql`${ordered}, ${own}, ${sql.lit(now * 1000)} + i / 10, '192.0.2.1', 'a line'`,
);
await fill(
  'audit_logs (id, application_id, written_at_ms, type, detail, ip)',
  sql`${ordered}, ${own}, ${sql.lit(now * 1000)} + i / 10, 'add', 'amount=1', '192.0.2.1'`,
);
await fill(
  'sessions (id_hash, application_id, expires_at)',
  sql`${random}, ${own}, ${sql.lit(now)} + 86400 + i / 10`,
);
await fill(
  'licenses (application_id, "key", key_fold, level, seconds, status, created_at)',
  sql`${other.id}, 'SALE-' || i, 'sale-' || i, '1', 60, 'unused', ${sql.lit(now)}`,
  keysOfOther,
);
// PostgreSQL's autovacuum would have run by now; SQLite has none.
if (databaseUrl !== undefined) {
  await sql`vacuum analyze`.execute(filling);
  await filling.destroy();
}

// The user and session whose requests are timed.
const checking = { id: 'checking', applicationId: other.id, ...withFold('username', 'anna') };
await db
  .insertInto('users')
  .values({ ...checking, passwordHash, totpStep: 0, createdAt: now })
  .execute();
await db
  .insertInto('subscriptions')
  .values({
    userId: 'checking',
    planId: `${other.id}-plan`,
    sinceAt: now,
    expiresAt: now + 864_000,
  })
  .execute();
process.stdout.write(`${JSON.stringify({ url: service.url, own: ownApplication, other })}\n`);
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
// The first signal expires all sessions of the large application; the second sweeps them.
const signal = 'SIGUSR2';
process.once(signal, () => {
  void (async () => {
    const ended = db.updateTable('sessions').set({ expiresAt: 1 }).where('applicationId', '=', own);
    for (let from = 0; from < users; from += inPart)
      await ended
        .where('idHash', 'in', (eb) =>
          eb
            .selectFrom('sessions')
            .select('idHash')
            .where('applicationId', '=', own)
            .where('expiresAt', '>', 1)
            .limit(inPart),
        )
        .execute();
    process.once(signal, () => void sweepNow(db).then(() => process.stdout.write('swept\n')));
    process.stdout.write('over\n');
  })();
});
