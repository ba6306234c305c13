// The data folder that every simulation begins with: an application with a plan, its settings and a
// reseller, made once by the real service.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startService } from '../../packages/service/src/host/serve.ts';
import { newApplication } from '../../packages/service/src/features/settings/new-application.ts';
import { openServiceSecret } from '../../packages/service/src/secrets/service-secret.ts';
import { hashToken } from '../../packages/service/src/secrets/token-hash.ts';
import { seedApplication } from '../../packages/service/test/support/service-seeds.ts';
import { scheduler } from './processes.ts';
import { inject } from './inject.ts';

export const application = {
  name: 'Test Application',
  ownerid: 'testOwner1',
  version: '1.0',
  sellerKey: 'test0seller0key0of032characters0',
};
/** Another application of the same service, with users of the same names. Nobody changes it. */
export const bystander = {
  ...{ id: 'bystander', name: 'Other Application', ownerid: 'testOwner1', version: '1.0' },
  sellerKey: 'another0seller0key0of032letters0',
};
/** The buyers' names. */
export const names = ['anna', 'bert', 'cleo'] as const;
/** Keys of a month that the reseller may make. */
export const monthlyBalance = 12;
/** In memory where the system has such a folder, because a simulation copies it often. */
export const workFolder = `${existsSync('/dev/shm') ? '/dev/shm' : tmpdir()}/latchkey-simulator-${process.pid}`;
mkdirSync(workFolder, { recursive: true });
process.on('exit', () => rmSync(workFolder, { recursive: true, force: true }));

export interface Template {
  readonly folder: string;
  readonly publicKey: string;
  readonly resellerKey: string;
}

let made: Template | null = null;

export async function openTemplate(): Promise<Template> {
  made ??= await makeTemplate(`${workFolder}/template`);
  return made;
}

async function makeTemplate(folder: string): Promise<Template> {
  scheduler.reset('template');
  const server = scheduler.newProcess('template');
  const working = `${folder}-open`;
  const making = server.run(async () => {
    const service = await startService({
      dataFolder: working,
      port: 8080,
      logStream: { write: () => undefined },
    });
    const seconds = () => Math.floor(Date.now() / 1000);
    await seedApplication(
      service.database,
      openServiceSecret(`${working}/service-secret`),
      seconds,
    );
    const ask = async (parameters: Record<string, string>, seller = application) => {
      const query = new URLSearchParams({ sellerkey: seller.sellerKey, ...parameters });
      const { body } = await inject(server, { method: 'GET', url: `/api/seller/?${query}` });
      const answer = JSON.parse(body) as { success: boolean; sellerkey?: string }; // of the API
      if (!answer.success) throw new Error(body);
      return answer;
    };
    const flags = { recoverycodes: '1', sessions: '1', changepassword: '1' };
    await ask({ type: 'updatesettings', resets: '20', offlinehours: '24', ...flags });
    await ask({ type: 'addAccount', role: 'Reseller', user: 'rita', keylevels: '1' });
    const { sellerkey = '' } = await ask({ type: 'newaccountkey', user: 'rita' });
    await ask({ type: 'setbalance', username: 'rita', month: String(monthlyBalance) });
    const { sellerKey, ...row } = bystander;
    const sellerkeyHash = hashToken(sellerKey);
    await service.database
      .insertInto('applications')
      .values({ ...row, ...newApplication, sellerkeyHash, createdAt: seconds() })
      .execute();
    await ask({ type: 'addsub', name: 'Pro', level: '1' }, bystander);
    await ask({ type: 'add', expiry: '30', amount: '3' }, bystander);
    for (const user of names)
      await ask({ type: 'adduser', user, sub: 'Pro', expiry: '1000', pass: 'p' }, bystander);
    await service.close();
    return { folder, publicKey: service.publicKey, resellerKey: sellerkey };
  });
  let outcome: Template | null = null;
  let failure: unknown = null;
  making.then(
    (template) => (outcome = template),
    (error: unknown) => (failure = error),
  );
  await scheduler.run(600_000, () => outcome !== null || failure !== null);
  const template = await making;
  server.kill();
  cpSync(working, folder, { recursive: true });
  return template;
}
