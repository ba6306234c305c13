// Kinds of damage to a backup of SQLite, and how `latchkey drill` names them.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { damage } from './backup-parts.ts';

function edit(folder: string, ...statements: readonly string[]): void {
  const sqlite = new BetterSqlite3(join(folder, 'latchkey.sqlite'));
  sqlite.pragma('foreign_keys = OFF');
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

function storedFile(folder: string): string {
  const [application = ''] = readdirSync(join(folder, 'files'));
  const [name = ''] = readdirSync(join(folder, 'files', application));
  return join(folder, 'files', application, name);
}

const otherKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
const fileIn = (folder: string, name: string) => join(folder, name);
const database = (folder: string) => fileIn(folder, 'latchkey.sqlite');

/** Kinds of damage, a function that damages a backup, and what the drill reports. */
export const damages: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  ['it is gone', (folder) => rmSync(folder, { recursive: true }), /does not exist/],
  ['no database', (folder) => rmSync(database(folder)), /has no latchkey\.sqlite/],
  ['empty database', (folder) => truncateSync(database(folder), 0), /latchkey\.sqlite is empty/],
  [
    'no SQLite file',
    (folder) => writeFileSync(database(folder), randomBytes(65_536)),
    /is damaged \(SQLITE_NOTADB\)/,
  ],
  ['overwritten pages', (folder) => damage(database(folder)), /database .* is damaged/],
  [
    'truncated database',
    (folder) => truncateSync(database(folder), Math.floor(statSync(database(folder)).size / 2)),
    /database .* is damaged/,
  ],
  [
    'dangling rows',
    (folder) => edit(folder, 'delete from applications'),
    /integrity check of SQLite found errors/,
  ],
  ['a missing row', (folder) => edit(folder, 'delete from licenses'), /licenses has 0 of \d+ rows/],
  [
    'a changed value',
    (folder) => edit(folder, 'update subscriptions set expires_at = expires_at + 1'),
    /subscriptions has other values/,
  ],
  ['a missing table', (folder) => edit(folder, 'drop table chat_mutes'), /chat_mutes is missing/],
  ['another table', (folder) => edit(folder, 'create table own (a)'), /the table own is new/],
  [
    'a missing index',
    (folder) => edit(folder, 'drop index sessions_expires_at'),
    /sqlite_schema has \d+ of \d+ rows/,
  ],
  [
    'a newer version',
    (folder) => edit(folder, "insert into kysely_migration values ('999-newer', '')"),
    /written by a newer version/,
  ],
  [
    'facts of another secret',
    (folder) => edit(folder, "update facts set value = 'ab' where name = 'service-secret'"),
    /service secret .* is not the one/,
  ],
  ['no signing key', (folder) => rmSync(fileIn(folder, 'signing-key.pem')), /has no signing key/],
  [
    'another signing key',
    (folder) => writeFileSync(fileIn(folder, 'signing-key.pem'), otherKey()),
    /signing key .* is not the one of this data/,
  ],
  [
    'an unreadable signing key',
    (folder) => writeFileSync(fileIn(folder, 'signing-key.pem'), 'none'),
    /signing key/,
  ],
  ['no secret', (folder) => rmSync(fileIn(folder, 'service-secret')), /has no service secret/],
  [
    'another secret',
    (folder) =>
      writeFileSync(
        fileIn(folder, 'service-secret'),
        readFileSync(fileIn(folder, 'service-secret')).reverse(),
      ),
    /service secret/,
  ],
  [
    'a truncated secret',
    (folder) => truncateSync(fileIn(folder, 'service-secret'), 8),
    /service secret|service's secret/,
  ],
  ['a changed file', (folder) => appendFileSync(storedFile(folder), '!'), /The file .* is damaged/],
  ['a truncated file', (folder) => truncateSync(storedFile(folder), 3), /The file .* is damaged/],
  ['a missing file', (folder) => rmSync(storedFile(folder)), /Missing in .* the file "tool\.bin"/],
  [
    'another installation',
    (folder) => writeFileSync(fileIn(folder, 'installation'), 'other\n'),
    /backup of another installation/,
  ],
  [
    'no installation',
    (folder) => rmSync(fileIn(folder, 'installation')),
    /has no file "installation"/,
  ],
  [
    'a damaged record',
    (folder) => writeFileSync(fileIn(folder, 'backup.json'), '{'),
    /backup\.json is damaged/,
  ],
];
