// The hostile cases in a real Electron, whose network stack retries, buffers and tolerates more
// than Node's.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronApplication, expect, test } from '@playwright/test';
import { buildMainPart } from '../../adapters/build-main-part.ts';
import { applicationCases } from '../../hostile/application-cases.ts';
import { type HostileCase, openWorld, type World } from '../../hostile/cases.ts';
import { forgedCases } from '../../hostile/forged-cases.ts';
import { networkCases } from '../../hostile/network-cases.ts';
import type { ElectronRunner } from '../../hostile/loader-electron-main.ts';
import { type LoaderRunner, runCase } from '../../hostile/run-case.ts';
import { signedCases } from '../../hostile/signed-cases.ts';
import { giveToElectronUser, removeHome, startElectron } from '../../support/electron-process.ts';

let folder: string;
let started: ElectronApplication | undefined;
let world: World;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-hostile-'));
  await giveToElectronUser(folder);
  await buildMainPart(
    fileURLToPath(new URL('../../hostile/loader-electron-main.ts', import.meta.url)),
    folder,
    'main.cjs',
  );
  world = await openWorld();
  const target = path.join(folder, 'main.cjs');
  started = await startElectron({ target, home: path.join(folder, 'home') });
  await started.evaluate(async ({ app }) => app.whenReady());
});

test.afterAll(async () => {
  await started?.close();
  await world.close();
  await removeHome(folder);
});

// All cases share one Electron and one service.
test.describe.configure({ mode: 'default' });

const tables: Readonly<Record<string, readonly HostileCase[]>> = {
  'a forger': forgedCases,
  'a service': signedCases,
  'another application': applicationCases,
  'a network': networkCases,
};
for (const [name, cases] of Object.entries(tables))
  test.describe(name, () => {
    for (const given of cases)
      test(`${given.at}: ${given.name}`, async () => {
        const { complaints, control } = await runCase(
          world,
          { ...given, ...given.inElectron },
          riderIn(running()),
        );
        expect(complaints).toEqual([]);
        expect(control.ended).toBe(control.due);
      });
  });

/** Functions evaluated in Electron can only use its globals. */
type WithRider = { readonly rider: ElectronRunner };

function riderIn(app: ElectronApplication): LoaderRunner {
  return {
    begin: (plan, stuck) => {
      const passes = () => (globalThis as unknown as WithRider).rider.letTimePass();
      void stuck?.then(() => app.evaluate(passes));
      return app.evaluate(
        (_electron, given) =>
          (globalThis as unknown as WithRider).rider.begin(given.plan, given.stalls),
        { plan, stalls: stuck !== null },
      );
    },
    again: (as) =>
      app.evaluate(
        (_electron, given) => (globalThis as unknown as WithRider).rider.again(given),
        as,
      ),
    stop: () => app.evaluate(() => (globalThis as unknown as WithRider).rider.stop()),
  };
}

function running(): ElectronApplication {
  if (started === undefined) throw new Error('Electron did not start');
  return started;
}
