// The baseline of the service's writes: the bare statements, one at a time, each synced to a disk
// that takes 2 ms for it, on the server's core. As a program, `node raw-writes.js KIND DATA_FOLDER
// COUNT` prints the writes per second.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { serverCore, slowSync } from './server.js';

const file = fileURLToPath(import.meta.url);

/**
 * @param {'insert' | 'update'} kind inserts sessions, or marks licenses as used
 * @param {string} data a folder that no other process has open
 * @param {number} count
 * @returns {number} a second
 */
export function rawWriteRate(kind, data, count) {
  const { program: slowly, args } = slowSync;
  const program = [slowly, ...args, process.execPath, file, kind, data, String(count)];
  return Number(
    execFileSync('taskset', ['-c', String(serverCore), ...program], { encoding: 'utf8' }),
  );
}

if (process.argv[1] === file) {
  const [, , kind = '', data = '', count = ''] = process.argv;
  console.log(measure(kind, data, Number(count)));
}

/**
 * @param {string} kind
 * @param {string} data
 * @param {number} count
 */
function measure(kind, data, count) {
  const db = new BetterSqlite3(join(data, 'latchkey.sqlite'));
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
    db.pragma(pragma);
  const write = kind === 'insert' ? inserting(db) : updating(db, count);
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) write(index);
  const seconds = (performance.now() - startedAt) / 1000;
  // Later measurements need the keys unused.
  db.exec(
    `update licenses set status = 'unused', used_by = null, used_at = null where used_at = 1`,
  );
  db.close();
  return count / seconds;
}

/** @param {import('better-sqlite3').Database} db */
function inserting(db) {
  const applicationId = db.prepare('select id from applications').pluck().get();
  const insert = db.prepare(
    `insert into sessions (id_hash, application_id, expires_at, ip, created_at) values (?, ?, ?, '10.9.0.1', ?)`,
  );
  const now = Math.floor(Date.now() / 1000);
  return () => insert.run(randomBytes(32).toString('hex'), applicationId, now + 3600, now);
}

/**
 * @param {import('better-sqlite3').Database} db
 * @param {number} count
 */
function updating(db, count) {
  const userId = db.prepare('select id from users').pluck().get();
  const unused = `select application_id, key from licenses where status = 'unused' limit ?`;
  const keys = /** @type {{ application_id: string, key: string }[]} */ (
    db.prepare(unused).all(count)
  );
  const update = db.prepare(
    `update licenses set status = 'used', used_by = ?, used_at = 1
     where application_id = ? and key = ? and status = 'unused' returning seconds`,
  );
  return (/** @type {number} */ index) =>
    update.get(userId, keys[index]?.application_id, keys[index]?.key);
}
