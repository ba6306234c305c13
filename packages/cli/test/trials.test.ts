// The free trial on the command line.
import { expect, test } from 'vitest';
import { openBench } from './support/cli.ts';

const pro = { name: 'Pro', level: '1', computers: '1', gracedays: '0' };

test('subs edit gives a subscription the trial, and subs add moves it', async () => {
  const { run } = await openBench();
  expect((await run('subs edit Pro --trial 14')).exitCode).toBe(0);
  expect((await run('subs list')).stdout).toMatch(/TRIAL[\s\S]*Pro .* 14/);
  expect((await run('subs add Team --level 2 --trial 7')).exitCode).toBe(0);
  expect((await run('subs list --json')).json()['subs']).toEqual([
    pro,
    { ...pro, name: 'Team', level: '2', trialdays: '7' },
  ]);
  expect((await run('subs edit Pro --trial 366')).stderr).toBe(
    'The service refused --trial. It must be a whole number from 0 to 365.\n',
  );
});

test('an export contains the trial, and an import creates it', async () => {
  const [from, to] = [await openBench(), await openBench()];
  await from.run('subs add Team --level 2 --trial 7');
  const { stdout: stdin } = await from.run('export');
  expect((await to.run('import - --without-passwords', { stdin })).exitCode).toBe(0);
  expect((await to.run('subs list --json')).json()['subs']).toContainEqual({
    ...{ ...pro, name: 'Team', level: '2' },
    trialdays: '7',
  });
});

test('an import does not take the trial from another subscription', async () => {
  const { run } = await openBench();
  await run('subs edit Pro --trial 14');
  const subscriptions = [{ name: 'Team', level: '2', trialdays: '7' }];
  const stdin = JSON.stringify({ format: 'latchkey-export', version: 1, subscriptions });
  const imported = await run('import -', { stdin });
  expect(imported.stdout + imported.stderr).toContain(
    'It gives no free trial: another subscription does.',
  );
  expect((await run('subs list --json')).json()['subs']).toEqual([
    { ...pro, trialdays: '14' },
    { ...pro, name: 'Team', level: '2' },
  ]);
});
