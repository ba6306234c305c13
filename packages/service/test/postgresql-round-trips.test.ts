// How often a frequent request waits for PostgreSQL. On a network, these waits dominate its time.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKind, environmentOf, useAddress } from './support/postgresql.ts';
import { wireTo } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';

/** Counts how often the service sends something after the server's last answer. */
async function startCountingProxy(socketFile: string) {
  const count = { roundTrips: 0 };
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(socketFile);
    let isAnswered = true;
    for (const socket of [client, server])
      sockets.add(socket.on('error', () => client.destroy()).on('close', () => client.destroy()));
    client.on('data', (bytes) => {
      if (isAnswered) count.roundTrips += 1;
      isAnswered = false;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAnswered = true;
      client.write(bytes);
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });
  return { count, port: (proxy.address() as AddressInfo).port }; // a TCP server has an AddressInfo
}

async function openCounted() {
  const dataFolder = temporaryFolder();
  const { DATABASE_URL = '' } = await environmentOf(dataFolder);
  const { hostname, pathname } = new URL(DATABASE_URL);
  const { count, port } = await startCountingProxy(`${decodeURIComponent(hostname)}/.s.PGSQL.5432`);
  useAddress(dataFolder, `postgresql://latchkey@127.0.0.1:${port}${pathname}`);
  const service = await startTestService({ dataFolder });
  onTestFinished(() => service.close());
  return { count, service, wire: wireTo(service) };
}

test.runIf(databaseKind === 'postgresql')(
  'check and var wait once for PostgreSQL, init three times and upgrade five times',
  async () => {
    const { count, service, wire } = await openCounted();
    const user = await service.addUser();
    await service.addUser({ username: 'bystander', subscription: { days: 3 } });
    await service.addVariable('colour', 'green', true);
    const sessionid = await wire.signIn(user);
    // Background work and the first use of a statement can only add round trips, so the fewest of
    // five are the request's.
    const fewest = async (next: () => Promise<Record<string, string>>) => {
      const counts = [];
      for (let sent = 0; sent < 5; sent += 1) {
        const parameters = await next();
        count.roundTrips = 0;
        const { body } = await wire.send(parameters);
        counts.push(count.roundTrips);
        expect(body).toMatchObject({ success: true });
      }
      return Math.min(...counts);
    };
    const upgrade = async () => {
      const key = await service.addLicense({ days: 1 });
      return { type: 'upgrade', sessionid, username: user.username, key };
    };
    const counts = {
      var: await fewest(() => Promise.resolve({ type: 'var', sessionid, varid: 'colour' })),
      check: await fewest(() => Promise.resolve({ type: 'check', sessionid })),
      init: await fewest(() => Promise.resolve({ type: 'init' })),
      upgrade: await fewest(upgrade),
    };
    expect(counts).toEqual({ var: 1, check: 1, init: 3, upgrade: 5 });
  },
);
