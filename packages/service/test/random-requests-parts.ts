// An application with one of everything, and the number of random requests that it gets.
import { onTestFinished } from 'vitest';
import { fastClient } from './support/fast-client.ts';
import { fillApplication } from './support/full-application.ts';
import { behindProxy } from './support/many-addresses.ts';
import { mark } from './support/requests-from-spec.ts';
import { triesAll } from '../../../test/support/share.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';

/** Requests of each kind; 10 000 in `npm run soak -- sweeps`. */
export const runs = triesAll ? 10_000 : 600;

export async function open() {
  const service = await startTestService({ ...behindProxy, dataFolder: temporaryFolder() });
  onTestFinished(() => service.close());
  const { id } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await fillApplication(service.database, id, mark);
  const client = fastClient(service.url);
  onTestFinished(() => client.close());
  return { service, client };
}
