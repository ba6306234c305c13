// Counts the rows that lists, filters and searches of the seller API read among 100 000 keys and
// 100 000 users, in pages as the desk reads them.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  findPostgresql,
  startPostgresql,
} from '../../../packages/service/test/support/postgresql-server.ts';
import { explainAll, RowsRead } from '../service/rows-read.js';
import { app, seedApplication } from '../service/seed.js';
import { startService } from '../service/server.js';
import { NotMeasured } from '../stage.js';

const page = { limit: '100' };
const later = { ...page, offset: '50000' };

/**
 * @typedef {readonly [type: string, parameters: Readonly<Record<string, string>>]} Request
 * @type {Readonly<Record<string, { bound: number, requests: readonly Request[] }>>}
 */
const groups = {
  'list pages': {
    bound: 2000,
    requests: [
      ['fetchallkeys', page],
      ['fetchallkeys', later],
      ['fetchallusers', page],
      ['fetchallusers', later],
      ['fetchallusers', { ...page, sort: 'newest' }],
      ['fetchallusers', { ...later, sort: 'newest' }],
      ['fetchauditlog', page],
      ['fetchalllogs', page],
      ['fetchhistory', page],
    ],
  },
  'filters with an index': {
    bound: 2000,
    requests: [
      ['fetchallkeys', { ...page, status: 'unused' }],
      ['fetchallkeys', { ...page, status: 'banned' }],
      ['fetchallkeys', { ...page, offset: '20000', status: 'unused' }],
      ['fetchallkeys', { ...page, level: '3' }],
      ['fetchallkeys', { ...page, genby: 'Rita' }],
      ['fetchallkeys', { ...page, since: '1790000000', until: '1790100000' }],
      ['fetchallkeys', { ...page, status: 'unused', level: '2' }],
      ['fetchallusers', { ...page, state: 'active' }],
      ['fetchallusers', { ...page, state: 'banned' }],
      ['fetchallusers', { ...page, state: 'expired', sort: 'newest' }],
      ['fetchauditlog', { ...page, by: 'shop' }],
    ],
  },
  'filters that may read the whole list': {
    bound: 250_000,
    requests: [
      ['fetchallkeys', { ...page, status: 'banned', level: '3', genby: 'Rita' }],
      ['fetchallusers', { ...page, state: 'paused' }],
      ['fetchallusers', { ...page, state: 'never', subscription: 'Rare' }],
      ['fetchallusers', { ...page, state: 'active', subscription: 'Rare' }],
      ['fetchauditlog', { ...page, text: 'user99999 ' }],
    ],
  },
  'one user or key': {
    bound: 1000,
    requests: [
      ['fetchhistory', { ...page, user: 'user77777' }],
      ['userdata', { user: 'user77777' }],
      ['why', { user: 'user77777' }],
      ['info', { key: 'KEY-77777' }],
    ],
  },
  'what needs attention': { bound: 10_000, requests: [['attention', {}]] },
  searches: {
    bound: 500_000,
    requests: [
      ['findkey', { text: 'KEY-77777' }],
      ['findkey', { text: '7777' }],
      ['finduser', { text: 'user77777' }],
      ['finduser', { text: '7777' }],
    ],
  },
};

/** @type {import('../table.js').Measurement} */
export const listReads = {
  bounds: Object.entries(groups).map(([name, { bound }]) => ({
    name: `${name} at 100 000 rows, most rows read`,
    bound,
    unit: /** @type {const} */ ('rows'),
  })),
  measure: async ({ folder }) => {
    if (findPostgresql() === null) throw new NotMeasured('PostgreSQL is not installed');
    const data = await mkdtemp(join(folder, 'list-reads-'));
    const read = new RowsRead();
    const settings = explainAll;
    const server = await startPostgresql({ durable: false, settings, onLine: read.take });
    const client = new pg.Client(server.address('postgres'));
    try {
      const env = {
        DATABASE_URL: server.address('postgres'),
        LATCHKEY_SIGNING_KEY_FILE: join(data, 'signing-key.pem'),
      };
      await (await startService(data, env)).end();
      await client.connect();
      await fill(client);
      const service = await startService(data, env);
      const findings = [];
      for (const { requests } of Object.values(groups))
        findings.push(await measureGroup(requests, service.url, read, client));
      await service.end();
      return findings;
    } finally {
      await client.end();
      await server.close();
    }
  },
};

/**
 * @param {readonly Request[]} requests
 * @param {string} url
 * @param {RowsRead} read
 * @param {pg.Client} client
 * @returns {Promise<import('../table.js').Finding>}
 */
async function measureGroup(requests, url, read, client) {
  const figures = [];
  for (const [type, parameters] of requests) {
    // Reads the rows before a later page once, as somebody who pages on has done.
    const offset = Number(parameters['offset'] ?? 0);
    if (offset > 0)
      await ask(url, type, { ...parameters, limit: '10000', offset: String(offset - 10_000) });
    const rows = await read.during(client, () => ask(url, type, parameters));
    figures.push({ rows, name: `${type} ${new URLSearchParams(parameters).toString()}` });
  }
  const most = figures.toSorted((one, other) => other.rows - one.rows)[0];
  return {
    measured: most?.rows ?? Number.NaN,
    figures: most?.name ?? '',
    details: figures.map(({ rows, name }) => `${String(rows).padStart(8)} rows  ${name}`),
  };
}

/**
 * @param {string} url
 * @param {string} type
 * @param {Readonly<Record<string, string>>} parameters
 */
async function ask(url, type, parameters) {
  const body = new URLSearchParams({ sellerkey: app.sellerkey, type, ...parameters });
  const headers = { 'x-forwarded-for': '198.51.100.9' };
  const response = await fetch(`${url}/api/seller/`, { method: 'POST', headers, body });
  const answer = await response.json();
  if (answer.success !== true) throw new Error(`${type} failed: ${answer.message}`);
}

const many = 'generate_series(0, 99999) as n';
/** Unix seconds; rows are up to 100 days older. */
const now = Math.floor(Date.now() / 1000);

/**
 * 1 % of the users are paused, 8 % never had a subscription, 20 % expired and 0.5 % are banned.
 * Half of the keys are used.
 * @param {pg.Client} client
 */
async function fill(client) {
  const { applicationId: id, planId } = await seedApplication(async (table, columns, rows) => {
    for (const row of rows)
      await client.query(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
        [...row],
      );
  });
  for (const text of [
    `insert into plans (id, application_id, name, name_fold, level, created_at)
     values ('rare', '${id}', 'Rare', 'rare', '2', 1)`,
    `insert into users (id, application_id, username, username_fold, password_hash, totp_step, cooldown_at,
       created_at, banned_reason)
     select to_char(n, 'FM00000000'), '${id}', 'user' || n, 'user' || n, 'x', 0, 0, ${now} - n,
       case when n % 200 = 0 then 'Fraud' end from ${many}`,
    `insert into subscriptions (user_id, plan_id, since_at, expires_at, remaining_seconds)
     select to_char(n, 'FM00000000'), case when n % 1000 = 7 then 'rare' else '${planId}' end, 1,
       case when n % 100 = 1 then null when n % 5 = 0 then ${now} - n else ${now} + n end,
       case when n % 100 = 1 then 60 end from ${many} where n % 100 not between 11 and 18`,
    `insert into licenses (application_id, key, key_fold, level, seconds, status, used_by, used_at, created_by, created_at)
     select '${id}', 'KEY-' || n, 'key-' || n, (1 + n % 3)::text, 86400,
       case when n % 2 = 0 then 'used' when n % 51 = 0 then 'banned' else 'unused' end,
       case when n % 2 = 0 then to_char(n, 'FM00000000') end, case when n % 2 = 0 then ${now} - n end,
       case when n % 300 = 0 then 'Rita' else 'SellerAPI' end, ${now} - n * 86 from ${many}`,
    `insert into history (application_id, id, user_id, written_at_ms, operation, outcome, ip, device, computer, version)
     select '${id}', to_char(n, 'FM00000000'), to_char(n % 2000 * 50 + 27, 'FM00000000'), 1, 'login', 'ok', '', '', '', ''
     from ${many}`,
    `insert into audit_logs (application_id, id, written_at_ms, type, detail, seller_key, ip)
     select '${id}', to_char(n, 'FM00000000'), n * 1000, 'extend', 'user=user' || n || ' sub=Pro',
       case when n % 500 = 0 then 'shop' else '' end, '' from ${many}`,
    `insert into logs (application_id, id, written_at_ms, message, username, pcuser, ip)
     select '${id}', to_char(n, 'FM00000000'), n * 1000, 'x', 'user' || n, '', '' from generate_series(0, 9999) as n`,
    'vacuum analyze',
  ])
    await client.query(text);
}
