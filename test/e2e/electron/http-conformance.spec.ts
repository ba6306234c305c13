// Electron's Http adapter inside a real Electron: the cases of every adapter, and proxies that ask for credentials.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronApplication, expect, test } from '@playwright/test';
import { buildMainPart } from '../../adapters/build-main-part.ts';
import { httpCases } from '../../adapters/http-conformance.ts';
import type { ElectronCases } from '../../adapters/http-electron-main.ts';
import { handOver, startElectron } from '../../support/electron-process.ts';
import { type FaultServer, startFaultServer } from '../../support/fault-server.ts';

let folder: string;
let started: ElectronApplication | undefined;
let server: FaultServer;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-http-'));
  await handOver(folder);
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
  await rm(folder, { recursive: true, force: true });
});

test.beforeEach(async () => {
  server = await startFaultServer();
});

test.afterEach(() => server.close());

// One Electron for all of them.
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

  const elsewhere = [
    ['a proxy is used', 'http://elsewhere.invalid/json', { status: 200, body: '{"success":true}' }],
    ['a proxy asks', 'http://elsewhere.invalid/proxy-asks', { fault: 'proxy-auth' }],
    ['a proxy asks before a tunnel', 'https://elsewhere.invalid/json', { fault: 'proxy-auth' }],
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

  const moved = [
    ['/redirect-302', 'redirect'],
    ['/redirect-out', 'led-away'],
    ['/redirect-down', 'led-away'],
  ] as const;
  for (const [target, expected] of moved)
    test(`over TLS, ${target} is ${expected}`, async () => {
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
