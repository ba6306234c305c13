// Compares the processes of the last start with the machine and the database, for
// `latchkey doctor`.
import { availableParallelism } from 'node:os';
import { connectionLimitOf } from '../database/connection-limit.ts';
import { readFact } from '../database/facts.ts';
import type { Database } from '../database/schema.ts';
import type { Finding } from './inspection.ts';

export async function processFindings(
  db: Database,
  processors = availableParallelism(),
): Promise<readonly Finding[]> {
  const count = Number(await readFact(db, 'processes'));
  const connections = Number(await readFact(db, 'connections'));
  const limit = await connectionLimitOf(db);
  const what = `The last start of the service has ${count} processes`;
  if (count > processors)
    return [
      warning(
        what,
        `This machine has ${processors} processors, and more processes only use more memory. Use --processes auto.`,
      ),
    ];
  if (limit !== null && connections > limit)
    return [
      warning(
        what,
        `They open up to ${connections} connections, and PostgreSQL accepts ${limit}. Raise max_connections, or lower --pool.`,
      ),
    ];
  if (limit === null && count > 1)
    return [
      {
        isOk: true,
        what,
        advice:
          'They share one SQLite file: reads gain, and changes wait for each other. With many changes, use PostgreSQL.',
      },
    ];
  return [];
}

function warning(what: string, advice: string): Finding {
  return { isOk: true, isWarning: true, what, advice };
}
