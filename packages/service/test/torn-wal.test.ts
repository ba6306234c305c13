// What a power loss leaves of SQLite: all data up to the last sync. The simulator tears the end
// (docs/engineering/simulator.md).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKind } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';

const name = 'latchkey.sqlite';

/** The facts of the database if only these bytes of its WAL reached the disk. */
function factsAfter(dataFolder: string, wal: Buffer): ReadonlySet<unknown> {
  const copy = join(temporaryFolder(), name);
  copyFileSync(join(dataFolder, name), copy);
  writeFileSync(`${copy}-wal`, wal);
  const sqlite = new BetterSqlite3(copy);
  onTestFinished(() => void sqlite.close());
  return new Set(sqlite.prepare("select name from facts where value = 'x'").pluck().all());
}

test.runIf(databaseKind === 'sqlite')(
  'each of many concurrent writes is in the synced part of the WAL when it is acknowledged',
  async () => {
    const dataFolder = temporaryFolder();
    const program = fileURLToPath(new URL('./support/recorded-syncs.ts', import.meta.url));
    const child = spawn(process.execPath, [program, dataFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    expect((await once(child, 'close'))[1]).toBe('SIGKILL');
    const acknowledged = Map.groupBy(output.trim().split('\n'), (line) => parseInt(line, 10));
    expect([...acknowledged.values()].flat()).toHaveLength(24 * 30);
    const bytes = readFileSync(join(dataFolder, `${name}-wal`));
    expect(bytes.length, 'no checkpoint').toBeLessThan(4000 * 4096);
    for (const [synced, lines] of acknowledged) {
      const facts = factsAfter(dataFolder, bytes.subarray(0, synced));
      const names = lines.map((line) => line.slice(line.indexOf(' ') + 1));
      expect(names.filter((fact) => !facts.has(fact))).toEqual([]);
    }
    expect(acknowledged.size, 'writes share syncs').toBeLessThan(24 * 30);
  },
);
