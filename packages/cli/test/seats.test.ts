// The number of computers of a subscription on the command line.
import { expect, test } from 'vitest';
import { openBench } from './support/cli.ts';

test('subs add and subs edit set the computers, and subs list shows them', async () => {
  const { run } = await openBench();
  expect((await run('subs add Team --level 2 --computers 5')).exitCode).toBe(0);
  const list = async () => (await run('subs list --json')).json()['subs'];
  const pro = { name: 'Pro', level: '1', computers: '1', gracedays: '0' };
  expect(await list()).toEqual([pro, { name: 'Team', level: '2', computers: '5', gracedays: '0' }]);
  expect((await run('subs edit Team --computers 10 --grace 3')).stdout).toBe(
    'Subscription successfully edited\n',
  );
  expect((await run('subs edit Team --level 3')).exitCode).toBe(0);
  expect(await list()).toEqual([
    pro,
    { name: 'Team', level: '3', computers: '10', gracedays: '3' },
  ]);
  expect((await run('subs list')).stdout).toMatch(/NAME +LEVEL +COMPUTERS[\s\S]*Team +3 +10/);
});

test('subs edit reports missing and invalid values, and changes nothing', async () => {
  const { run } = await openBench();
  expect(await run('subs edit Pro')).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining('Give --level, --computers, --grace or --trial.') as string, // matches a string
  });
  const many = await run('subs edit Pro --computers 101');
  expect(many.stderr).toBe(
    'The service refused --computers. It must be a whole number from 1 to 100.\n',
  );
  expect((await run('subs edit Nobody --computers 2')).stderr).toContain(
    'There is no such subscription.',
  );
  expect((await run('subs list --json')).json()['subs']).toEqual([
    { name: 'Pro', level: '1', computers: '1', gracedays: '0' },
  ]);
});

test('an import creates subscriptions with their computers, by default one', async () => {
  const { run } = await openBench();
  const subscriptions = [
    { name: 'Team', level: '2', computers: '5', gracedays: '3' },
    { name: 'Old', level: '3' },
  ];
  const stdin = JSON.stringify({ format: 'latchkey-export', version: 1, subscriptions });
  expect(await run('import -', { stdin })).toMatchObject({ exitCode: 0, stderr: '' });
  const { subs } = (await run('subs list --json')).json();
  expect(subs).toHaveLength(3);
  expect(subs).toEqual(
    expect.arrayContaining([
      { name: 'Pro', level: '1', computers: '1', gracedays: '0' },
      { name: 'Team', level: '2', computers: '5', gracedays: '3' },
      { name: 'Old', level: '3', computers: '1', gracedays: '0' },
    ]),
  );
});
