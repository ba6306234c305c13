// `users add -` and `users password -`: names from stdin, and a random password for each.
import { expect, test } from 'vitest';
import { openBench } from './support/cli.ts';

const names = '\uFEFFanna\r\n\n  Zo\u00eb  \nben';
const lines = /^anna: (\S+)\nZo\u00eb: (\S+)\nben: (\S+)\n3 of 3 done\.\n$/;

test('adds the users of stdin and sets their passwords, and shows each password once', async () => {
  const { run, service } = await openBench();
  const added = await run('users add - --sub Pro --days 30', { stdin: names });
  expect(added).toMatchObject({ exitCode: 0, stderr: '' });
  expect(added.stdout).toMatch(lines);
  const hashes = async () => {
    const users = service.database.selectFrom('users').select(['username', 'passwordHash']);
    const rows = await users.where('username', '!=', 'Neighbour').orderBy('username').execute();
    return rows;
  };
  const before = await hashes();
  expect(before.map(({ username }) => username)).toEqual(['Zo\u00eb', 'anna', 'ben']);
  const set = await run('users password -', { stdin: 'anna\n' });
  expect(set.stdout).toMatch(/^anna: \S+\n/);
  const after = await hashes();
  expect(after.filter(({ passwordHash }, at) => passwordHash !== before[at]?.passwordHash)).toEqual(
    [expect.objectContaining({ username: 'anna' })],
  );
});

test('a refused name does not stop the others, and --json has each password once', async () => {
  const { run } = await openBench();
  await run('users add ben --sub Pro --days 1');
  const ran = await run('users add - --sub Pro --days 30 --json', { stdin: names });
  expect(ran.exitCode).toBe(1);
  const { results } = ran.json();
  expect(results).toEqual([
    { name: 'anna', success: true, message: expect.stringMatching(/ Password: \S+$/) as string }, // matches a string
    {
      name: 'Zo\u00eb',
      success: true,
      message: expect.stringMatching(/ Password: \S+$/) as string,
    }, // matches a string
    {
      name: 'ben',
      success: false,
      message: "This user name isn't available.",
      code: 'username-taken',
    },
  ]);
});

test('a password or an e-mail for several users is a usage error, and no user is added', async () => {
  const { run } = await openBench();
  for (const more of ['--password-stdin', '--email a@b.example'])
    expect(await run(`users add - --sub Pro --days 1 ${more}`, { stdin: names })).toMatchObject({
      exitCode: 2,
    });
  expect(await run('users add - --sub Pro --days 1', { stdin: '\n' })).toMatchObject({
    exitCode: 2,
  });
  const { users } = (await run('users list --json')).json();
  expect(users).toEqual([expect.objectContaining({ username: 'Neighbour' })]);
  // Control: one name, with its password from stdin.
  const one = 'users add anna --sub Pro --days 1 --password-stdin';
  expect((await run(one, { stdin: 'tea time\n' })).exitCode).toBe(0);
});
