// Kills its own process within the last of three concurrent writes. Prints a line for each
// acknowledged write. Usage: node killed-in-transaction.ts DATA_FOLDER
import { openDatabase } from '../../src/database/open.ts';
import { transact } from '../../src/database/transact.ts';
import { ownApplicationId as id } from './own-application.ts';

const [dataFolder = ''] = process.argv.slice(2);
const databaseUrl = process.env['DATABASE_URL'];
const db = await openDatabase({ dataFolder, databaseUrl, onIdleFault: () => null });
const acknowledged = (name: string) => process.stdout.write(`${name}\n`);
const setVersion = (version: string) =>
  db.updateTable('applications').set({ version }).where('id', '=', id).execute();

await setVersion('before');
acknowledged('before');
await Promise.allSettled([
  setVersion('together').then(() => acknowledged('statement')),
  transact(db, (transaction) =>
    transaction.updateTable('plans').set({ level: '77' }).where('applicationId', '=', id).execute(),
  ).then(() => acknowledged('transaction')),
  transact(db, async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ lastIp: '192.0.2.9' })
      .where('username', '=', 'ann')
      .execute();
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  }),
]);
