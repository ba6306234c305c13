// A Playwright fixture: a service that stops, and starts again at the same address with the same
// data.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { test as base } from './electron-app.ts';

interface Restartable {
  readonly service: TestService;
  readonly stop: () => Promise<void>;
  readonly startAgain: () => Promise<void>;
}

export const test = base.extend<{ restartable: Restartable }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  restartable: async ({}, use) => {
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'latchkey-service-'));
    const service = await startTestService({ dataFolder });
    const port = Number(new URL(service.url).port);
    let running: TestService | null = service;
    await use({
      service,
      async stop() {
        await running?.close();
        running = null;
      },
      async startAgain() {
        running = await startTestService({ dataFolder, port });
      },
    });
    await (running as TestService | null)?.close(); // the functions above change it
    await rm(dataFolder, { recursive: true, force: true });
  },
});
