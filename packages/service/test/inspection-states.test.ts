// `latchkey doctor --data` for a database that is empty or not running.
import { createServer, type AddressInfo } from 'node:net';
import { openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspect } from '../src/host/inspection.ts';
import { createApplication } from '../src/host/applications.ts';
import { databaseKind, environmentOf, type Environment } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';

async function problemsOf(data: string, environment: Environment) {
  const findings = await inspect(data, environment);
  return findings.filter(({ isOk }) => !isOk).map(({ what, advice }) => `${what}: ${advice}`);
}

test('the inspection of an empty database advises one start', async () => {
  const data = temporaryFolder();
  if (databaseKind === 'sqlite') closeSync(openSync(join(data, 'latchkey.sqlite'), 'w', 0o600));
  const problems = await problemsOf(data, await environmentOf(data, 'empty'));
  expect(problems).toContain(
    'The database: It is empty. Run "latchkey serve" once, which creates its tables.',
  );
  expect(problems.join()).not.toMatch(/older version|restore|cannot be/);
});

test.runIf(databaseKind === 'postgresql')(
  'the inspection reports a stopped database as the only problem',
  async () => {
    const data = temporaryFolder();
    const environment = await environmentOf(data);
    const application = { name: 'My App', ownerid: undefined, version: '1.0', plan: null };
    expect(await createApplication({ dataFolder: data, environment }, application)).toMatchObject({
      ok: true,
    });
    expect(await problemsOf(data, environment)).toEqual([]);
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo; // a TCP server has an AddressInfo
    await new Promise((resolve) => closed.close(resolve));
    const stopped = { ...environment, DATABASE_URL: `postgresql://latchkey@127.0.0.1:${port}/x` };
    expect(await problemsOf(data, stopped)).toEqual([
      'The database: The database server that DATABASE_URL names cannot be reached (ECONNREFUSED).',
    ]);
    // Commands on the data say the same.
    expect(
      await createApplication({ dataFolder: data, environment: stopped }, application),
    ).toEqual({
      ok: false,
      sentence: 'The database server that DATABASE_URL names cannot be reached (ECONNREFUSED).',
    });
  },
);
