// Electron's Http adapter in a real Electron: the cases of every adapter, and proxies that require
// credentials.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronApplication, expect, test } from '@playwright/test';
import { buildMainPart } from '../../adapters/build-main-part.ts';
import { downloadCases } from '../../adapters/download-conformance.ts';
import { httpCases } from '../../adapters/http-conformance.ts';
import type { ElectronCases } from '../../adapters/http-electron-main.ts';
import { startCuttingProxy } from '../../support/cutting-proxy.ts';
import { giveToElectronUser, removeHome, startElectron } from '../../support/electron-process.ts';
import { type FaultServer, startFaultServer } from '../../support/fault-server.ts';
import { freshChallenge, wireTo } from '../../../packages/service/test/support/service-client.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';

let folder: string;
let started: ElectronApplication | undefined;
let server: FaultServer;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-http-'));
  await giveToElectronUser(folder);
  await buildMainPart(
    fileURLToPath(new URL('../../adapters/http-electron-main.ts', import.meta.url)),
    folder,
    'main.cjs',
  );
  const target = path.join(folder, 'main.cjs');
  started = await startElectron({ target, home: path.join(folder, 'home') });
  await started.evaluate(async ({ app }) => app.whenReady());
});

test.afterAll(async () => {
  await started?.close();
  await removeHome(folder);
});

test.beforeEach(async () => {
  server = await startFaultServer();
});

test.afterEach(() => server.close());

// All cases share one Electron.
test.describe.configure({ mode: 'default' });

test.describe('http on electron', () => {
  for (const { name, expected } of httpCases)
    test(name, async () => {
      const seen = await running().evaluate(
        (_electron, given) => {
          // Set by the main script.
          const { cases } = globalThis as unknown as { cases: ElectronCases };
          return cases.run(given.name, given.at);
        },
        { name, at: server.addresses },
      );
      expect(seen).toEqual(expected);
      expect(server.asked).not.toContain('/redirect-target');
      expect(server.asked).not.toContain('/never-asked');
    });

  for (const { name, expected } of downloadCases)
    test(`download: ${name}`, async () => {
      const seen = await running().evaluate(
        (_electron, given) => {
          // Set by the main script.
          const { cases } = globalThis as unknown as { cases: ElectronCases };
          return cases.download(given.name, given.at);
        },
        { name, at: server.addresses },
      );
      expect(seen).toEqual(expected);
      expect(server.asked).not.toContain('/redirect-target');
    });

  const elsewhere = [
    ['uses a proxy', 'http://elsewhere.invalid/json', { status: 200, body: '{"success":true}' }],
    [
      'reports a proxy that requires credentials',
      'http://elsewhere.invalid/proxy-asks',
      { fault: 'proxy-auth' },
    ],
    [
      'reports a proxy that requires credentials before a tunnel',
      'https://elsewhere.invalid/json',
      { fault: 'proxy-auth' },
    ],
  ] as const;
  for (const [name, url, expected] of elsewhere)
    test(name, async () => {
      const seen = await running().evaluate(
        async ({ session }, given) => {
          const proxied = session.fromPartition(given.proxy, { cache: false });
          await proxied.setProxy({ proxyRules: given.proxy });
          // Set by the main script.
          const { cases } = globalThis as unknown as { cases: ElectronCases };
          return cases.ask(proxied, given.url);
        },
        { proxy: server.addresses.plain, url },
      );
      expect(seen).toEqual(expected);
    });

  for (const [what, alone, challenge, message, times] of [
    ['the service replays the answer', false, true, 'Upgraded successfully', 2],
    ['the service rejects the repeat', false, false, 'License key has already been used', 2],
    ['a separate connection sends no repeat', true, false, 'Upgraded successfully', 1],
  ] as const)
    test(`handles a lost answer: ${what}`, async () => {
      const service = await startTestService();
      const proxy = await startCuttingProxy(service.url, ['upgrade']);
      try {
        const wire = wireTo(service);
        const [key, { username }] = [
          await service.addLicense({ days: 30 }),
          await service.addUser(),
        ];
        const { name, ownerid } = service.app;
        const parameters = { type: 'upgrade', name, ownerid, sessionid: await wire.init() };
        const once = challenge ? { challenge: freshChallenge() } : {};
        const query = new URLSearchParams({ ...parameters, username, key, ...once }).toString();
        const seen = await running().evaluate(
          async ({ session }, given) => {
            const own = session.fromPartition(`cut ${given.url}`, { cache: false });
            // Set by the main script.
            const { cases } = globalThis as unknown as { cases: ElectronCases };
            // Opens the connection that is kept alive.
            await cases.ask(own, `${given.url}/api/1.3/?type=init`);
            return cases.ask(own, `${given.url}/api/1.3/?${given.query}`, given.alone);
          },
          { url: proxy.url, query, alone },
        );
        expect(seen).toMatchObject({ body: expect.stringContaining(message) });
        expect(proxy.receivedTypes.filter((type) => type === 'upgrade')).toHaveLength(times);
        expect(proxy.cuts()).toBe(times - 1);
      } finally {
        await proxy.close();
        await service.close();
      }
    });

  for (const [alone, times] of [
    [false, '2'],
    [true, '1'],
  ] as const)
    test(`sends a request ${times} time${alone ? ' on a separate connection' : 's'} when a connection dies`, async () => {
      const seen = await running().evaluate(
        async ({ session }, given) => {
          const own = session.fromPartition(`kept ${given.url}`, { cache: false });
          // Set by the main script.
          const { cases } = globalThis as unknown as { cases: ElectronCases };
          await cases.ask(own, `${given.url}/echo`);
          const lost = await cases.ask(own, `${given.url}/closed`, given.alone);
          return [lost, await cases.ask(own, `${given.url}/times-asked/closed`)];
        },
        { url: server.addresses.plain, alone },
      );
      expect(seen).toEqual([{ fault: 'broken-off' }, { status: 200, body: times }]);
    });

  test('sends the language that the user chose last', async () => {
    const seen = await running().evaluate((_electron, url) => {
      // Set by the main script.
      const { cases } = globalThis as unknown as { cases: ElectronCases };
      return cases.askInGerman(url);
    }, `${server.addresses.plain}/language`);
    const german = { status: 200, body: 'de' };
    expect(seen).toEqual([german, german]);
  });

  const moved = [
    ['/redirect-302', 'redirect'],
    ['/redirect-out', 'led-away'],
    ['/redirect-down', 'led-away'],
  ] as const;
  for (const [target, expected] of moved)
    test(`reports ${target} over TLS as ${expected}`, async () => {
      const seen = await running().evaluate(({ session }, url) => {
        const trusting = session.fromPartition(url, { cache: false });
        trusting.setCertificateVerifyProc((_request, trust) => trust(0));
        // Set by the main script.
        const { cases } = globalThis as unknown as { cases: ElectronCases };
        return cases.ask(trusting, url);
      }, server.addresses.selfSigned + target);
      expect(seen).toEqual({ fault: expected });
    });
});

function running(): ElectronApplication {
  if (started === undefined) throw new Error('Electron did not start');
  return started;
}
