// An outage of an hour: a user who is signed in and one who starts meanwhile can launch programs,
// and are online again afterwards (docs/helping.md#working-offline).
import { expect, onTestFinished, test } from 'vitest';
import { nowMs, startRealLoader } from '../../../test/core/real-loader.ts';
import { byPassword, savedAs } from '../../../test/support/fake-vault.ts';
import type { Phase } from '../../../src/shared/session.ts';
import { sellerOf } from './support/seller-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';

const minuteMs = 60_000;

const isOffline = (phase: Phase) => phase.kind === 'ready' && phase.offline !== undefined;
const isOnline = (phase: Phase) => phase.kind === 'ready' && phase.offline === undefined;

type Loader = Awaited<ReturnType<typeof startRealLoader>>;

/** Advances the clock of a loader second by second, and waits for the requests of each second. */
async function passTime(loader: Loader, ms: number): Promise<void> {
  let inFlight = 0;
  loader.pass(async (request, send) => {
    inFlight += 1;
    return send(request).finally(() => (inFlight -= 1));
  });
  for (let passed = 0; passed < ms; passed += 1000) {
    await loader.clock.advance(1000);
    do await new Promise((resolve) => void setImmediate(resolve));
    while (inFlight > 0);
  }
}

test('signed-in and starting users can launch during an outage, and are online again after it', async () => {
  const time = { nowMs };
  const options = { dataFolder: temporaryFolder(), now: () => time.nowMs };
  const service = await startTestService(options);
  onTestFinished(() => service.close());
  await sellerOf(service)('updatesettings', { offlinehours: '72' });
  const { username, password } = await service.addUser({ username: 'anna' });
  const working = await startRealLoader(service, {}, [savedAs(byPassword(username, password))]);
  working.at('ready');
  await expect.poll(() => working.vault.list[0]?.offline).toBeDefined();
  const until = nowMs + 72 * 60 * minuteMs;
  const port = Number(new URL(service.url).port);
  await service.close();

  // The next check does not reach the service.
  await passTime(working, 2 * minuteMs);
  const starting = await startRealLoader(service, {}, working.vault.list);
  for (const loader of [working, starting]) {
    expect(loader.at('ready').offline?.until).toBeLessThanOrEqual(until);
    expect(loader.session().notice).toBeNull();
    expect(await loader.handlers.launch({})).toEqual({ ok: true, value: null });
    const line = JSON.parse(loader.launcher.lines[0] ?? '') as { readonly offline: unknown }; // as the core writes it
    expect(line.offline).toEqual(expect.any(String));
    loader.launcher.exit({ exitCode: 0, signal: null });
    await loader.when(isOffline);
    await loader.handlers.dismissNotice({ revision: loader.session().revision });
    await passTime(loader, 60 * minuteMs);
    expect(loader.session().notice).toBeNull();
  }

  time.nowMs += 60 * minuteMs;
  const again = await startTestService({ ...options, port });
  onTestFinished(() => again.close());
  for (const loader of [working, starting]) {
    expect(isOffline(loader.phase())).toBe(true);
    loader.types.length = 0;
    await passTime(loader, minuteMs);
    expect(isOnline(loader.phase())).toBe(true);
    expect(loader.session().notice).toMatchObject({ kind: 'checked', service: 'back' });
  }
  // The session of the user who was signed in continues.
  expect(working.types).not.toContain('login');
  expect(starting.types).toContain('login');
});
