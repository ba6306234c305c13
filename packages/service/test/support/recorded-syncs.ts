// Writes concurrently, prints the number of synced bytes of the WAL at each acknowledgement, and
// then kills its own process. Usage: node recorded-syncs.ts DATA_FOLDER
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { transact } from '../../src/database/transact.ts';

const [dataFolder = ''] = process.argv.slice(2);
const wal = join(dataFolder, 'latchkey.sqlite-wal');
/** Bytes of the WAL that a completed sync covers: those written before it started. */
let synced = 0;

const { fdatasync } = fs;
const recorded = (descriptor: number, done: (error: Error | null) => void) => {
  const { size } = fs.statSync(wal);
  fdatasync(descriptor, (error) => {
    if (error === null) synced = size;
    done(error);
  });
};
// Replaced before the database is imported. The type has another overload, which is never called.
fs.fdatasync = recorded as typeof fdatasync;
syncBuiltinESMExports();

const { openDatabase } = await import('../../src/database/open.ts');
const db = await openDatabase({ dataFolder, onIdleFault: () => null });
// The WAL of the migrations was deleted when their connection closed.
synced = 0;
const acknowledged = (name: string) => fs.writeSync(1, `${synced} ${name}\n`);
const fact = (name: string) => ({ name, value: 'x' });

async function writeInTurn(writer: number): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    const name = `${writer} ${turn}`;
    if ((writer + turn) % 2 === 0) await db.insertInto('facts').values(fact(name)).execute();
    else
      await transact(db, async (transaction) => {
        await transaction
          .insertInto('facts')
          .values(fact(`${name} first`))
          .execute();
        await transaction.insertInto('facts').values(fact(name)).execute();
      });
    acknowledged(name);
  }
}

await Promise.all(Array.from({ length: 24 }, (_, writer) => writeInTurn(writer)));
process.kill(process.pid, 'SIGKILL');
