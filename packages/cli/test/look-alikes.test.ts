// Imported users keep names that look like others, with a warning; dropped log rows are counted.
import { expect, test } from 'vitest';
import { openBench } from './support/cli.ts';
import { wireTo } from '../../service/test/support/service-client.ts';

const hash = '$2b$12$' + 'a'.repeat(53);

test('import creates users with look-alike names and prints a warning', async () => {
  const { run, service } = await openBench();
  const expiry = String(Math.floor(Date.now() / 1000) + 86_400);
  const user = (username: string) => ({
    username,
    passwordHash: hash,
    subscriptions: [{ subscription: 'Pro', expiry }],
  });
  expect((await run('users add admin --sub Pro --days 1')).exitCode).toBe(0);
  const names = ['аdmin', 'an\u200bna', 'еvеryone', 'anna', 'all', 'ADMIN'];
  const users = names.map(user);
  const stdin = JSON.stringify({ format: 'latchkey-export', version: 1, users });
  const ran = await run('import - --json', { stdin });
  const alike = 'Created. The name looks like';
  expect(ran.json()['sections']).toMatchObject([
    {
      made: 4,
      problems: [
        { name: 'аdmin', reason: `${alike} that of the user "admin".` },
        { name: 'an\u200bna', reason: 'Created. The name contains invisible characters.' },
        { name: 'еvеryone', reason: `${alike} a reserved name.` },
        { name: 'all', reason: 'Row 5: "username": The name is not allowed. It was not created.' },
        {
          name: 'ADMIN',
          reason: 'Row 6: "username": It exists as "admin". It was not created.',
        },
      ],
    },
  ]);
  const kept = await service.database.selectFrom('users').select('username').execute();
  const made = kept.map(({ username }) => username).toSorted();
  expect(made).toEqual(['admin', ...names.slice(0, 4)].toSorted());
  // Control: `users add` refuses such a name.
  const refused = await run('users add раypal --sub Pro --days 1');
  expect(refused.exitCode).toBe(0);
  const again = await run('users add paypal --sub Pro --days 1');
  expect(again.stderr).toContain("This user name isn't available.");
});

test('logs shows the number of dropped lines', async () => {
  const { run, service } = await openBench();
  const { init, send } = wireTo(service);
  expect((await run('logs')).stdout).not.toContain('Dropped');
  const sessionid = await init();
  const write = () => send({ type: 'log', sessionid, message: 'x' });
  await write();
  await service.database.updateTable('throttles').set({ count: 60 }).execute();
  for (const _ of [61, 62]) await write();
  expect((await run('logs')).stdout).toMatch(
    /Dropped, because there were too many: 2 \(first 20.*Z, last 20.*Z\)/,
  );
  expect((await run('webhooks deliveries')).stdout).not.toContain('Dropped');
});
