// The managed program in the real window: a release published by the command line, the real
// service, and a network that can stall.
import { test as base } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { startHoldingProxy, type HoldingProxy } from '../../support/holding-proxy.ts';
import {
  createTestPublisher,
  type TestPublisher,
} from '../../../packages/cli/test/support/publish-release.ts';
import { liveWithProgram } from './program-steps.ts';

const test = base.extend<{ publisher: TestPublisher; network: HoldingProxy }>({
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
});

test('installs with pause and restart, launches, updates and repairs a program @main', async ({
  open,
  service,
  home,
  network,
  publisher,
  picture,
}) => {
  test.slow();
  const user = await service.addUser();
  const config = {
    delivery: { publisherKeys: [publisher.publicKey] },
    service: { baseUrl: network.url },
  };
  const start = async () => {
    const { page, output, close } = await open({ config });
    await signIn(page, user);
    return { page, output, quit: close };
  };
  await liveWithProgram({ start, network, publisher, home, picture });
});
