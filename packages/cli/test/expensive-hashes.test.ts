// Imported users whose bcrypt cost is above the limit of sign-ins get a random password.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBench, temporaryFolder } from './support/cli.ts';

const dear = '$2b$13$' + 'a'.repeat(53);
const cheap = '$2b$12$' + 'a'.repeat(53);

test('import replaces bcrypt hashes of too high a cost by random passwords and reports the users', async () => {
  const { run, service } = await openBench();
  const subscriptions = [
    { subscription: 'Pro', expiry: String(Math.floor(Date.now() / 1000) + 86_400) },
  ];
  const users = [
    { username: 'dear', passwordHash: dear, email: 'dear@example.com', subscriptions },
    { username: 'cheap', passwordHash: cheap, subscriptions },
    { username: 'emil', subscriptions },
  ];
  const stdin = JSON.stringify({ format: 'latchkey-export', version: 1, users });
  const passwords = join(temporaryFolder(), 'passwords');
  const ran = await run(`import - --json --passwords ${passwords}`, { stdin });
  expect(ran.exitCode).toBe(1);
  expect(ran.json()['sections']).toEqual([
    {
      section: 'users',
      made: 3,
      there: 0,
      problems: [
        {
          name: 'dear',
          reason: expect.stringMatching(
            /^Created, but without the password, whose bcrypt cost is above 12/,
          ) as unknown,
        },
      ],
    },
  ]);
  const kept = await service.database
    .selectFrom('users')
    .select(['username', 'passwordHash'])
    .orderBy('username')
    .execute();
  expect(kept.map(({ username }) => username)).toEqual(['cheap', 'dear', 'emil']);
  expect(kept[0]?.passwordHash).toBe(cheap);
  for (const { passwordHash } of kept.slice(1)) expect(passwordHash).toMatch(/^\$argon2id\$/);
  const lines = readFileSync(passwords, 'utf8').trim().split('\n');
  expect(lines.map((line) => line.split('\t')[0]).sort()).toEqual(['dear', 'emil']);
  // Control: without --passwords such users are created too, but users without a hash are not.
  const again = await openBench();
  const bare = await again.run('import - --json', { stdin });
  expect(bare.json()['sections']).toMatchObject([
    { made: 2, problems: [{ name: 'emil' }, { name: 'dear' }] },
  ]);
});
