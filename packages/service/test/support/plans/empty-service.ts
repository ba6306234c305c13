// Starts a service with an empty database, which `refill` fills.
import { onTestFinished } from 'vitest';
import type { Database } from '../../../src/database/schema.ts';
import { startService } from '../../../src/host/serve.ts';
import type { After } from '../../../src/periodic-work.ts';
import { cheapCost } from '../cheap-cost.ts';
import { builtPage } from '../desk.ts';
import { databaseOptionsOf, dropDatabaseOf } from '../postgresql.ts';
import { temporaryFolder } from '../service-command.ts';
import { nowSeconds } from './filled-values.ts';

/** Timers that never run. */
export const never: After = () => () => undefined;

export async function openEmpty(
  after: After,
  { now = () => nowSeconds * 1000, smtpFile }: { now?: () => number; smtpFile?: string } = {},
): Promise<{ readonly db: Database; readonly url: string }> {
  const dataFolder = temporaryFolder();
  let whole: Database | undefined;
  const service = await startService(
    {
      dataFolder,
      port: 0,
      desk: false,
      page: true,
      smtpFile,
      logStream: { write: () => undefined },
      ...(await databaseOptionsOf(dataFolder, 'empty')),
    },
    {
      now,
      reach: {},
      passwordCost: cheapCost,
      after,
      pageFolder: builtPage(),
      wrapDatabase: (db) => (whole = db),
    },
  );
  onTestFinished(async () => {
    await service.close();
    await dropDatabaseOf(dataFolder);
  });
  if (whole === undefined) throw new Error('The service opened no database');
  return { db: whole, url: service.url };
}
