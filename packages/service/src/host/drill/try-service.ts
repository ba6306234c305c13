// Starts a service on restored data, and uses it like a seller and a user of each application.
import { randomBytes } from 'node:crypto';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import type { Deliveries } from '../../outbound/deliveries.ts';
import { systemTime } from '../../clock.ts';
import { orderedId } from '../../ordered-ids.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import { StartProblem } from '../../start-problem.ts';
import type { KeyLocations } from '../keys.ts';
import { startService, type RunningService } from '../serve.ts';
import { askClient, askSeller } from './ask-service.ts';

/** SECURITY: the restored data has pending webhooks, which must not be sent a second time. */
const noDeliveries: Deliveries = {
  around: (work) => work(),
  noteEmitted: () => undefined,
  wake: () => undefined,
  settled: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Starts a service that sends nothing to others. Throws StartProblem. */
export function startForDrill(locations: KeyLocations): Promise<RunningService> {
  const resolve = () => Promise.reject(new Error('A drill sends nothing.'));
  return startService(
    {
      ...locations,
      port: 0,
      logStream: { write: () => undefined },
      logLevel: 'error',
      requestsPerMinute: 1_000_000,
    },
    { reach: { resolve }, wrapDeliveries: () => noDeliveries },
  );
}

/** Maximum number of applications that are tried, the oldest first. */
export const mostApplications = 50;

/**
 * Creates a user and a license key in each application, then redeems the key and signs in. Returns
 * the number of applications. Throws StartProblem with the first failure.
 */
export async function useApplications(
  { url, publicKeys, database }: RunningService,
  expectedKey: string | null,
): Promise<number> {
  const applications = await database
    .selectFrom('applications')
    .selectAll()
    .orderBy('createdAt')
    .limit(mostApplications)
    .execute();
  // Answers are signed with the oldest key, because these requests name no key.
  const publicKey = expectedKey ?? publicKeys[0] ?? '';
  for (const application of applications) {
    const sellerkey = await openApplication(database, application);
    const seller = { url, sellerkey };
    const client = { url, publicKey, application };
    try {
      await useApplication(seller, client);
    } catch (error) {
      if (!(error instanceof StartProblem)) throw error;
      throw new StartProblem(`In the application "${application.name}": ${error.message}`, {
        cause: error,
      });
    }
  }
  return applications.length;
}

/** Lifts the settings that could refuse the drill, in the copy only. Returns a new seller key. */
async function openApplication(db: Database, { id }: ApplicationRow): Promise<string> {
  await db
    .updateTable('applications')
    .set({ enabled: 1, paused: 0, tokenSystem: 0, hashCheck: 0, sellerAddress: null })
    .where('id', '=', id)
    .execute();
  const sellerkey = randomBytes(24).toString('base64url');
  const row = { id: orderedId(systemTime()), applicationId: id, keyHash: hashToken(sellerkey) };
  await db
    .insertInto('sellerKeys')
    .values({ ...row, label: 'drill', scope: 'all', createdAt: 0, endsAt: null })
    .execute();
  return sellerkey;
}

async function useApplication(
  seller: Parameters<typeof askSeller>[0],
  client: Parameters<typeof askClient>[0],
): Promise<void> {
  const name = `drill${randomBytes(8).toString('hex')}`;
  const pass = randomBytes(24).toString('base64url');
  await askSeller(seller, { type: 'addsub', name, level: drillLevel });
  await askSeller(seller, { type: 'adduser', user: name, sub: name, expiry: '1', pass });
  const made = await askSeller(seller, { type: 'add', expiry: '1', sub: name, level: drillLevel });
  const { sessionid } = await askClient(client, { type: 'init' });
  const session = { sessionid: String(sessionid) };
  const key = String(made['key']);
  await askClient(client, { type: 'upgrade', ...session, username: name, key });
  const hwid = randomBytes(64).toString('hex');
  await askClient(client, { type: 'login', ...session, username: name, pass, hwid });
  await askClient(client, { type: 'check', ...session });
}

/** No seller is likely to use it. */
const drillLevel = '987654321';
