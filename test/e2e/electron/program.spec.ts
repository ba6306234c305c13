// The managed program in the real window: a release published by the command line, the real
// service, and a network that can stall.
import { expect } from '@playwright/test';
import { test as base } from '../../support/electron-app.ts';
import { english } from '../../../src/copy/en/window.ts';
import { noise } from '../../support/noise.ts';
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

interface TaskbarSpy {
  readonly bars: [value: number, mode: string | undefined][];
  readonly flashes: boolean[];
}

test('shows the progress in the taskbar, and asks for attention at the end', async ({
  open,
  service,
  network,
  publisher,
}) => {
  const user = await service.addUser();
  const { page, app } = await open({
    config: {
      delivery: { publisherKeys: [publisher.publicKey] },
      service: { baseUrl: network.url },
    },
  });
  await publisher.publish({ 'run.sh': '#!/bin/sh\n', 'data.bin': noise(9 << 20, 7) }, 'First');
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const spy: TaskbarSpy = { bars: [], flashes: [] };
    if (window === undefined) throw new Error('there is no window');
    Object.assign(globalThis, { spy });
    window.isFocused = () => false;
    window.setProgressBar = (value, options) => void spy.bars.push([value, options?.mode]);
    window.flashFrame = (on) => void spy.flashes.push(on);
  });
  const spied = () => app.evaluate(() => (globalThis as unknown as { spy: TaskbarSpy }).spy); // set above
  network.release(2);
  await signIn(page, user);
  await page.getByRole('button', { name: english.delivery.install, exact: true }).click();
  const isPartial = ([value, mode]: TaskbarSpy['bars'][number]) =>
    mode === 'normal' && value > 0 && value < 1;
  await expect.poll(async () => (await spied()).bars.some(isPartial)).toBe(true);
  expect((await spied()).flashes).toEqual([]);
  network.release(Infinity);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeFocused();
  await expect.poll(async () => (await spied()).bars.at(-1)).toEqual([-1, 'none']);
  expect((await spied()).flashes).toEqual([true]);
});
