// A managed program behind nginx, set up as in docs/hosting.md: the real window, Chromium with TLS
// and HTTP/2, nginx, and a network behind it that can stall.
import { expect } from '@playwright/test';
import { makeSelfSigned } from '../../adapters/self-signed.ts';
import { test as base } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { startHoldingProxy, type HoldingProxy } from '../../support/holding-proxy.ts';
import { startNginx, type Nginx } from '../../support/nginx.ts';
import {
  createTestPublisher,
  type TestPublisher,
} from '../../../packages/cli/test/support/publish-release.ts';
import { trustIn } from '../../support/trusted-certificate.ts';
import { liveWithProgram } from './program-steps.ts';

const certificate = makeSelfSigned();

const test = base.extend<{ publisher: TestPublisher; network: HoldingProxy; nginx: Nginx }>({
  publisher: async ({ service }, use) => {
    const publisher = await createTestPublisher(service);
    await use(publisher);
    await publisher.close();
  },
  network: async ({ service }, use) => {
    const network = await startHoldingProxy(service.url);
    await use(network);
    await network.close();
  },
  nginx: async ({ network }, use) => {
    const nginx = await startNginx({ service: network.url, certificate });
    await use(nginx);
    await nginx.close();
  },
});

test('installs with pause and restart, launches, updates and repairs behind nginx', async ({
  open,
  service,
  home,
  network,
  nginx,
  publisher,
  picture,
}) => {
  test.slow();
  await trustIn(home, certificate);
  const user = await service.addUser();
  const config = {
    delivery: { publisherKeys: [publisher.publicKey] },
    service: { baseUrl: nginx.url },
  };
  const start = async () => {
    const { page, output, close } = await open({ config });
    await signIn(page, user);
    return { page, output, quit: close };
  };
  await liveWithProgram({
    start,
    network,
    publisher,
    home,
    picture: (page, name) => picture(page, `nginx-${name}`),
  });
  // All requests went through nginx, and its log has no secrets.
  const chunks = () =>
    nginx.logged().filter(({ method, path }) => method === 'GET' && path === '/api/1.3/release');
  await expect.poll(() => chunks().length).toBeGreaterThan(network.downloadedParts.length);
  expect(nginx.logText()).not.toMatch(/[?]|ticket|sessionid|sellerkey/);
});
