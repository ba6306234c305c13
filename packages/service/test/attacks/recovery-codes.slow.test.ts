// Attack: recovery codes are sent many times at the same time, to two processes of the service.
import { expect, onTestFinished, test } from 'vitest';
import { openRecovery } from '../recovery-parts.ts';
import { deviceOf } from '../seats-parts.ts';
import { databaseKind } from '../support/postgresql.ts';
import { wireTo } from '../support/service-client.ts';
import { temporaryFolder } from '../support/service-command.ts';
import { startTestService } from '../support/service.ts';

/** Sends each code ten times, to alternating processes. */
test('each code is accepted once across two processes', { timeout: 120_000 }, async () => {
  const dataFolder = temporaryFolder();
  // Two processes on SQLite must not interleave, because they would block each other.
  const interleave = databaseKind === 'postgresql';
  const { clock, make, service, user } = await openRecovery({ dataFolder, interleave });
  const codes = await make();
  const second = await startTestService({
    dataFolder,
    interleave,
    now: () => clock.now * 1000,
  });
  onTestFinished(() => second.close());
  const wires = [wireTo(service), wireTo(second)];
  const { username, password: pass } = user;
  const signInWith = async (code: string, index: number) => {
    const wire = wires[index % wires.length] ?? wireTo(service);
    const login = { type: 'login', username, pass, hwid: deviceOf('desk'), code };
    const { body } = await wire.send({ ...login, sessionid: await wire.init() });
    return body['success'] === true ? 'signed in' : body['reason'];
  };
  for (const [round, code] of codes.entries()) {
    // The wrong codes of the round before no longer count.
    clock.now += 24 * 3600;
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signInWith(code, index)),
    );
    expect([round, results.filter((result) => result === 'signed in')]).toEqual([
      ...[round, ['signed in']],
    ]);
  }
});
