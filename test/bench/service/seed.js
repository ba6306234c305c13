// Fills the service's database directly with many users and licenses, in the rows it would write.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { join } from 'node:path';

export const app = {
  name: 'Bench',
  ownerid: 'benchOwner',
  version: '1.0',
  sellerkey: randomBytes(16).toString('hex'),
};
export const password = 'bench-password';
export const hwid = 'b'.repeat(64);
export const variable = { varid: 'note', value: 'x'.repeat(40) };

const year = 365 * 86_400;
const ofThisRun = randomBytes(24).toString('base64url');
let asked = 0;

/**
 * @typedef {(table: string, columns: readonly string[], rows: Iterable<readonly unknown[]>) => void | Promise<void>} Insert
 */

/**
 * @param {string} dataFolder of a service that ran once
 * @returns {{ insert: Insert, close: () => void }}
 */
export function openSqlite(dataFolder) {
  const db = new BetterSqlite3(join(dataFolder, 'latchkey.sqlite'));
  db.pragma('synchronous = OFF');
  return {
    insert(table, columns, rows) {
      const marks = columns.map(() => '?').join(', ');
      const statement = db.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${marks})`,
      );
      db.transaction(() => {
        for (const row of rows) statement.run(...row);
      })();
    },
    close: () => void db.close(),
  };
}

/** Rows of one statement; PostgreSQL takes 65 535 parameters. */
const rowsPerInsert = 1000;

/**
 * @param {string} databaseUrl of a service that ran once
 * @returns {Promise<{ insert: Insert, close: () => Promise<void> }>}
 */
export async function openPostgresql(databaseUrl) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return {
    async insert(table, columns, rows) {
      const all = [...rows];
      for (let from = 0; from < all.length; from += rowsPerInsert) {
        const part = all.slice(from, from + rowsPerInsert);
        const marks = part.map(
          (row, at) => `(${row.map((_, column) => `$${at * row.length + column + 1}`).join(', ')})`,
        );
        const text = `insert into ${table} (${columns.join(', ')}) values ${marks.join(', ')}`;
        await client.query(text, part.flat());
      }
    },
    close: () => client.end(),
  };
}

/**
 * One application with a plan and a variable.
 * @param {Insert} insert
 * @param {{ name: string, ownerid: string, sellerkey: string }} one
 * @returns {Promise<{ applicationId: string, planId: string }>}
 */
export async function seedApplication(insert, { name, ownerid, sellerkey } = app) {
  const [applicationId, planId] = [randomUUID(), randomUUID()];
  const sellerkeyHash = createHash('sha256').update(sellerkey).digest('hex');
  const settings = { enabled: 1, paused: 0, hwid_lock: 1, force_hwid: 1, min_hwid: 20 };
  const row = {
    id: applicationId,
    name,
    ownerid,
    sellerkey_hash: sellerkeyHash,
    version: app.version,
    download: '',
    ...settings,
    session_seconds: 21_600,
    created_at: now(),
  };
  await insert('applications', Object.keys(row), [Object.values(row)]);
  await insert(
    'plans',
    ['id', 'application_id', 'name', 'name_fold', 'level', 'created_at'],
    [[planId, applicationId, 'Pro', 'pro', '1', now()]],
  );
  await insert(
    'variables',
    ['application_id', 'varid', 'varid_fold', 'value', 'authed'],
    [[applicationId, variable.varid, variable.varid, variable.value, 1]],
  );
  return { applicationId, planId };
}

/**
 * Adds applications without users, from `app0` on, each with texts of the maximum length.
 * @param {Insert} insert
 * @param {number} count
 */
export async function seedApplications(insert, count) {
  const texts = JSON.stringify({ loggedIn: 'x'.repeat(5000) });
  const columns = [
    ...['id', 'name', 'ownerid', 'sellerkey_hash', 'version', 'download', 'texts'],
    ...[
      'enabled',
      'paused',
      'hwid_lock',
      'force_hwid',
      'min_hwid',
      'session_seconds',
      'created_at',
    ],
  ];
  await insert(
    'applications',
    columns,
    Array.from({ length: count }, (_, index) => [
      ...[randomUUID(), applicationName(index), app.ownerid, randomBytes(32).toString('hex')],
      ...[app.version, '', texts, 1, 0, 1, 1, 20, 21_600, now()],
    ]),
  );
}

/**
 * Adds an application without users that has a seller key.
 * @param {Insert} insert
 * @param {{ name: string, ownerid: string, sellerkey: string }} seller
 */
export async function addSeller(insert, { name, ownerid, sellerkey }) {
  const row = {
    id: randomUUID(),
    name,
    ownerid,
    version: app.version,
    download: '',
    sellerkey_hash: createHash('sha256').update(sellerkey).digest('hex'),
    enabled: 1,
    paused: 0,
    hwid_lock: 1,
    force_hwid: 1,
    min_hwid: 20,
    session_seconds: 21_600,
    created_at: now(),
  };
  await insert('applications', Object.keys(row), [Object.values(row)]);
}

/** @param {number} index */
export function applicationName(index) {
  return `app${index}`;
}

/**
 * Adds users from `user0` on, all with one password hash and a subscription of a year.
 * @param {Insert} insert
 * @param {{ applicationId: string, planId: string }} ids
 * @param {{ from: number, to: number, passwordHash: string }} which
 */
export async function seedUsers(insert, { applicationId, planId }, { from, to, passwordHash }) {
  const ids = Array.from({ length: to - from }, () => randomUUID());
  const columns = [
    ...['id', 'application_id', 'username', 'password_hash', 'totp_step', 'created_at'],
    ...['cooldown_at', 'username_fold'],
  ];
  await insert(
    'users',
    columns,
    ids.map((id, index) => {
      const name = userName(from + index);
      return [id, applicationId, name, passwordHash, 0, now(), 0, name];
    }),
  );
  await insert(
    'subscriptions',
    ['user_id', 'plan_id', 'since_at', 'expires_at'],
    ids.map((id) => [id, planId, now(), now() + year]),
  );
}

/**
 * @param {Insert} insert
 * @param {{ applicationId: string }} ids
 * @param {readonly string[]} keys
 */
export async function seedLicenses(insert, { applicationId }, keys) {
  await insert(
    'licenses',
    ['application_id', 'key', 'key_fold', 'level', 'seconds', 'status', 'created_at'],
    // The keys are ASCII, so lower case is their fold.
    keys.map((key) => [applicationId, key, key.toLowerCase(), '1', 86_400, 'unused', now()]),
  );
}

/** @param {number} index */
export function userName(index) {
  return `user${index}`;
}

/**
 * The path of a client API request; always unique, because a repeated challenge is only replayed.
 */
export function clientPath(/** @type {Record<string, string>} */ parameters) {
  const { name, ownerid } = app;
  const challenge = `${ofThisRun}${String((asked += 1)).padStart(11, '0')}`;
  const all = { name, ownerid, challenge, ...parameters };
  return `/api/1.3/?${new URLSearchParams(all).toString()}`;
}

function now() {
  return Math.floor(Date.now() / 1000);
}
