// The main script of a windowless Electron, in which the test process runs connection checks.
import { randomBytes } from 'node:crypto';
import { createServiceTime } from '@latchkey/client/service-time.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';
import { createTurn } from '@latchkey/client/turn.ts';
import { createElectronCheckHost } from '../../src/main/adapters/check-electron.ts';
import { checkLimitMs, runChecks } from '../../src/main/core/connection-check/run-checks.ts';
import { openLicensing } from '../../src/main/core/open-service.ts';
import { parseLoaderConfig } from '../../src/shared/config.ts';
import type { ConnectionCheck } from '../../src/shared/connection-check.ts';

/** The global `checks`, which the test process uses once Electron is ready. */
export interface ElectronChecks {
  /** `service`: the fields of loader.config.json. */
  readonly run: (service: object) => Promise<ConnectionCheck>;
}

const clock = createSystemClock();
const host = createElectronCheckHost({
  language: () => 'en',
  readFolders: () =>
    Promise.resolve({
      isDataFolderWritable: true,
      freeBytes: 50e9,
      isProgramFolderWritable: null,
    }),
});

const checks: ElectronChecks = {
  async run(service) {
    const parsed = parseLoaderConfig(
      JSON.stringify({
        service,
        brand: { name: 'Test', color: '#4f46e5' },
        launch: { path: 'app' },
      }),
    );
    if (!parsed.ok) throw new Error(parsed.problems.join('; '));
    const { config } = parsed;
    const turn = createTurn(clock);
    turn.setTimeLimit(checkLimitMs);
    return await runChecks(turn, {
      host,
      clock,
      target: {
        url: new URL(config.service.baseUrl),
        portalProbe: config.service.portalProbe,
        version: config.service.loaderVersion ?? '1.0',
      },
      openClient({ http }) {
        const serviceTime = createServiceTime(clock);
        const randomHex = () => randomBytes(32).toString('hex');
        const sentRequests = { add: () => undefined };
        const parts = { config, http, clock, randomHex, sentRequests };
        return { serviceTime, licensing: openLicensing(parts, serviceTime, () => undefined) };
      },
      device: {
        id: () => Promise.resolve('a'.repeat(64)),
        isKnown: () => true,
        readAhead: () => Promise.resolve(true),
      },
      isAutomatic: false,
      known: null,
      keyStore: () => ({ possible: true }),
      publish: () => undefined,
    });
  },
};

Object.assign(globalThis, { checks });
