// Opens a service with everything that a repeated request can reach, such as a mail server.
import { chmodSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startFakeSmtp } from './fake-smtp.ts';
import { sellerOf } from './seller-client.ts';
import { wireTo, type Parameters, type Wire } from './service-client.ts';
import { temporaryFolder } from './service-command.ts';
import { startTestService } from './service.ts';
import { type TestUser } from './service-seeds.ts';

export interface World {
  readonly clock: { ms: number };
  readonly wire: Wire;
  /** A second instance of the service on the same data. */
  readonly other: Wire;
  readonly user: TestUser;
  readonly bystander: TestUser;
  /** Returns the number of mails and webhook calls that the service sent. */
  readonly sent: () => number;
  /** The status that the webhook answers with. Tests may change it. */
  readonly hook: { status: number };
  readonly webid: string;
}

/** Two instances on SQLite must not interleave, because they would block each other. */
export async function openWorld({ interleave }: { readonly interleave: boolean }): Promise<World> {
  const dataFolder = temporaryFolder();
  const clock = { ms: 1_900_000_000_000 };
  const [smtp, target] = [await startFakeSmtp(), await openTarget()];
  onTestFinished(() => smtp.close());
  const smtpFile = join(dataFolder, 'smtp.json');
  const settings = {
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: 'Test <no-reply@test.example>',
    publicUrl: 'https://license.test.example',
  };
  writeFileSync(smtpFile, JSON.stringify(settings));
  chmodSync(smtpFile, 0o600);
  const options = {
    dataFolder,
    smtpFile,
    interleave,
    now: () => clock.ms,
    outbound: { allowPrivateAddresses: [target.host] },
  };
  const [service, second] = [await startTestService(options), await startTestService(options)];
  onTestFinished(() => service.close());
  onTestFinished(() => second.close());
  const ask = sellerOf(service);
  const baseurl = `http://${target.host}/hook`;
  const webid = String((await ask('addwebhook', { baseurl, authed: '0' })).body['webid']);
  const events = 'login,login-failed,register,redeem,redeem-failed,ban,log';
  await ask('addwebhook', { baseurl: `http://${target.host}/events`, events });
  await ask('addchannel', { name: 'general', delay: '60' });
  const user = await service.addUser({ username: 'nora' });
  const bystander = await service.addUser({ username: 'bystander' });
  await wireTo(service).signIn(bystander);
  return {
    clock,
    user,
    bystander,
    webid,
    hook: target.hook,
    wire: wireTo(service),
    other: wireTo(second),
    sent: () => smtp.mails.length + target.calls(),
  };
}

async function openTarget() {
  const hook = { status: 200 };
  let calls = 0;
  const server = http.createServer((request, response) => {
    if (request.url?.startsWith('/hook') === true) calls += 1;
    request.resume().on('end', () => response.writeHead(hook.status).end('from the seller'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return { host: `127.0.0.1:${port}`, hook, calls: () => calls };
}

export interface RepeatCase {
  readonly what: string;
  /** The expected reason; null for a success. */
  readonly reason: string | null;
  readonly prepare: (world: World) => Promise<Parameters>;
}
