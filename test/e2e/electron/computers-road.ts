// The service, a user and other computers, for tests of recovery when a computer or phone is lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { useAddress } from '../../../packages/service/test/support/postgresql.ts';
import { startPostgresql } from '../../../packages/service/test/support/postgresql-server.ts';
import { sellerOf } from '../../../packages/service/test/support/seller-client.ts';
import { wireTo } from '../../../packages/service/test/support/service-client.ts';
import type { TestUser } from '../../../packages/service/test/support/service-seeds.ts';
import {
  startTestService,
  type TestService,
} from '../../../packages/service/test/support/service.ts';

const codeStepMs = 30_000;

export interface Road {
  readonly service: TestService;
  readonly ask: ReturnType<typeof sellerOf>;
  /** The next one-time code that the service accepts. */
  readonly nextCode: (secret: string) => string;
  /** Signs in on a computer of this name, which is not in the window, and returns its session. */
  readonly signInOn: (computer: string, user: TestUser) => Promise<Computer>;
  readonly close: () => Promise<void>;
}

export interface Computer {
  /** Why the session ended, or null while it is valid. */
  readonly ended: () => Promise<unknown>;
}

/** All options of users are on: two computers, two removals, sessions and recovery codes. */
export async function openRoad(database: 'sqlite' | 'postgresql'): Promise<Road> {
  const clock = { ms: Date.now() };
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'latchkey-road-'));
  const server = database === 'postgresql' ? await startPostgresql({ durable: false }) : null;
  if (server !== null) useAddress(dataFolder, server.address('postgres'));
  const service = await startTestService({ dataFolder, now: () => clock.ms });
  const ask = sellerOf(service);
  await ask('updatesettings', { resets: '2', sessions: '1', recoverycodes: '1' });
  await ask('editsub', { sub: 'Pro', computers: '2' });
  const wire = wireTo(service);
  const nextCode = (secret: string) => {
    clock.ms += codeStepMs;
    return service.totpCode(secret);
  };
  return {
    service,
    ask,
    nextCode,
    async signInOn(computer, user) {
      const { username, password: pass, totpSecret } = user;
      const sessionid = await wire.init();
      const device = { hwid: computer.padEnd(64, '0'), computer, system: 'Windows 11' };
      const code = totpSecret === null ? {} : { code: nextCode(totpSecret) };
      const request = { type: 'login', sessionid, username, pass, ...device, ...code };
      const { body } = await wire.send(request);
      // Lists are sorted by time.
      clock.ms += codeStepMs;
      if (body['success'] !== true) throw new Error(`${computer} got ${String(body['reason'])}`);
      return {
        async ended() {
          const { body: answer } = await wire.send({ type: 'check', sessionid });
          return answer['success'] === true ? null : (answer['ended'] ?? answer['reason']);
        },
      };
    },
    async close() {
      await service.close();
      await server?.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Counts the clicks and the seconds from the first one. */
export function createMeter(page: Page) {
  let clicks = 0;
  let startedAt: number | null = null;
  return {
    click: async (name: string): Promise<void> => {
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      startedAt ??= performance.now();
      clicks += 1;
      await button.click();
    },
    figures: () => ({ clicks, seconds: (performance.now() - (startedAt ?? 0)) / 1000 }),
  };
}
