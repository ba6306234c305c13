// The packaged loader with its fuses manages a program: the verifying worker starts inside the
// archive, and the program is launched without Node's environment. Only the archive sets the
// trusted publisher keys.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { configOf, test as base } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { startHoldingProxy, type HoldingProxy } from '../../support/holding-proxy.ts';
import { startPackaged, withPackage, type Made } from '../../support/packaged-app.ts';
import {
  createTestPublisher,
  type TestPublisher,
} from '../../../packages/cli/test/support/publish-release.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';
import { liveWithProgram } from './program-steps.ts';

interface Delivering extends Made {
  readonly publisher: TestPublisher;
  readonly network: HoldingProxy;
}

const test = base.extend<object, { made: Delivering }>({
  made: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const service = await startTestService();
      const publisher = await createTestPublisher(service);
      const network = await startHoldingProxy(service.url);
      const config = configOf(service, '', {
        config: {
          delivery: { publisherKeys: [publisher.publicKey] },
          service: { baseUrl: network.url },
        },
      });
      await withPackage(config, (packaged) => use({ ...packaged, service, publisher, network }));
      await network.close();
      await publisher.close();
      await service.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('installs with pause and restart, launches, updates and repairs a program', async ({
  made,
  home,
  picture,
}) => {
  test.setTimeout(180_000);
  const { service, publisher, network } = made;
  const user = await service.addUser();
  // The package ignores a configuration beside the archive.
  const beside = path.join(path.dirname(made.program), 'loader.config.json');
  await writeFile(beside, JSON.stringify({ delivery: { publisherKeys: ['0'.repeat(64)] } }));
  const start = async () => {
    const started = await startPackaged(made, home, { attach: true });
    const page = await started.page();
    await signIn(page, user);
    const quit = async () => {
      await page.context().browser()?.close();
      await started.kill();
    };
    return { page, output: started.output, quit };
  };
  await liveWithProgram({
    start,
    network,
    publisher,
    home,
    picture: (page, name) => picture(page, `packaged-${name}`),
  });
  expect(network.downloadedParts.length).toBeGreaterThan(0);
});
