// The real service with several customers, in a separate process, with production hashes. One
// customer's webhooks lead to servers that never answer. Prints its address as one line of JSON.
import dgram from 'node:dgram';
import { hash } from 'bcryptjs';
import {
  createPasswords,
  productionCost,
} from '../../../packages/service/src/secrets/passwords.ts';
import { limitYoungGeneration } from '../../../packages/service/src/host/young-generation.ts';
import { startService } from '../../../packages/service/src/host/serve.ts';
import { resolveName } from '../../../packages/service/src/outbound/name-resolution.ts';
import { withFold } from '../../../packages/service/src/database/names.ts';
import { addOtherApplication } from '../../../packages/service/test/support/another-application.ts';
import {
  ownApplication,
  ownApplicationId,
  ownApplicationRow,
  ownPlanId,
  ownPlanRow,
} from '../../../packages/service/test/support/own-application.ts';

const [dataFolder = '', target = ''] = process.argv.slice(2);
const now = Math.floor(Date.now() / 1000);

const silence = dgram.createSocket('udp4');
await new Promise<void>((resolve) => silence.bind(0, '127.0.0.1', resolve));
const servers = [`127.0.0.1:${silence.address().port}`];

const service = await startService(
  {
    dataFolder,
    port: 0,
    logStream: { write: () => true },
    trustedProxies: ['127.0.0.1'],
    allowPrivateAddresses: [target],
  },
  {
    reach: { resolve: (name, signal) => resolveName(name, signal, { servers, hostsFile: '' }) },
  },
);
// The same setting as in `latchkey serve`.
limitYoungGeneration();
const { database } = service;
await database.insertInto('applications').values(ownApplicationRow(now)).execute();
await database.insertInto('plans').values(ownPlanRow(now)).execute();
const other = await addOtherApplication({ app: ownApplication, database }, { id: 'another' });
await database
  .updateTable('applications')
  .set({ legacyHashes: 1 })
  .where('id', '=', other.id)
  .execute();
const { hash: argon2 } = await createPasswords(productionCost);

async function addUser(applicationId: string, planId: string, paused: boolean): Promise<void> {
  const name = paused ? 'paused' : 'anna';
  const row = {
    id: `${applicationId}-${name}`,
    applicationId,
    ...withFold('username', name),
    passwordHash: paused ? await hash('right', 12) : await argon2('right'),
    totpStep: 0,
    createdAt: now,
  };
  await database.insertInto('users').values(row).execute();
  const ends = paused
    ? { expiresAt: null, remainingSeconds: 86_400 }
    : { expiresAt: now + 86_400, remainingSeconds: null };
  await database
    .insertInto('subscriptions')
    .values({ userId: row.id, planId, sinceAt: now, ...ends })
    .execute();
}

async function addHook(applicationId: string, webid: string, url: string): Promise<void> {
  await database
    .insertInto('webhooks')
    .values({ applicationId, webid, url, userAgent: 'KeyAuth', authed: 0 })
    .execute();
}

await addUser(ownApplicationId, ownPlanId, false);
await addUser(other.id, `${other.id}-plan`, true);
await addHook(ownApplicationId, 'quick', `http://${target}/`);
for (let index = 0; index < 6; index += 1)
  await addHook(other.id, `silent-${index}`, `https://silent-${index}.example/`);
process.stdout.write(`${JSON.stringify({ url: service.url, own: ownApplication, other })}\n`);
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
