// Features on the command line: set, listed, removed, exported and imported.
import { expect, test } from 'vitest';
import { openBench } from './support/cli.ts';

test('features set, list and remove manage those of subscriptions and users', async () => {
  const { run, runWith } = await openBench();
  await run('users add anna --sub Pro --days 30');
  const words = ['--words', 'Up to 5 projects'];
  const set = await runWith(['features', 'set', 'projects', '5', '--sub', 'Pro', ...words]);
  expect(set).toMatchObject({
    exitCode: 0,
    stdout: 'Successfully set feature!\nIts value is a number.\n',
  });
  await run('features set edition 2024 --sub Pro --kind text');
  await run('features set beta yes --user anna --until 2999-12-04');
  const list = await run('features list');
  expect(list.stdout).toMatch(/SUBSCRIPTION +FEATURE +KIND +VALUE +WORDS/);
  expect(list.stdout).toMatch(/Pro +projects +number +5 +Up to 5 projects/);
  expect(list.stdout).toContain('2 features');
  expect((await run('features list --user anna')).stdout).toMatch(/anna +beta +yesno +yes +.*2999/);
  expect((await run('features list --user anna --json')).json()['features']).toMatchObject([
    { feature: 'beta', kind: 'yesno', until: String(Date.UTC(2999, 11, 5) / 1000 - 1) },
  ]);
  await run('features set projects 7 --sub Pro');
  expect((await run('features list')).stdout).toMatch(/7 +Up to 5 projects/);
  await runWith(['features', 'set', 'projects', '7', '--sub', 'Pro', '--words', '']);
  await run('features set beta yes --user anna --until never');
  expect((await run('features list')).stdout).not.toContain('Up to');
  expect((await run('features list --user anna')).stdout).toMatch(/ never\n/);
  expect((await run('features remove edition --sub Pro')).exitCode).toBe(0);
  expect((await run('features list')).stdout).toContain('1 feature\n');
  expect((await run('audit')).stdout).toContain('user=anna feature=beta value=yes');
});

test('features set reports missing and invalid values', async () => {
  const { run } = await openBench();
  expect((await run('features set beta yes')).stderr).toContain('Give either --sub or --user.');
  expect((await run('features set beta yes --user a --until soon')).stderr).toContain('--until');
  expect((await run('features set Beta yes --sub Pro')).stderr).toContain(
    'The service refused FEATURE.',
  );
  const many = await run('features set n 12x --kind number --sub Pro');
  expect(many.stderr).toContain('The value does not fit the kind.');
  expect((await run('features set export off --sub Pro')).stderr).toContain('kind text');
  expect((await run('features remove beta --sub Pro')).stderr).toContain(
    'There is no such feature.',
  );
});

test('an import names the features that an existing subscription lacks', async () => {
  const from = await openBench();
  await from.run('subs add Team --level 2');
  await from.run('features set edition gold --sub Team');
  await from.run('features set projects 5 --sub Team');
  const stdin = (await from.run('export')).stdout;
  const to = await openBench();
  // As an import leaves it that was interrupted after the first feature.
  await to.run('subs add Team --level 2');
  await to.run('features set edition gold --sub Team');
  const again = await to.run('import -', { stdin });
  expect(`${again.stdout}${again.stderr}`).toContain(
    'Team: It exists without these features: projects.',
  );
  await to.run('features set projects 5 --sub Team');
  const complete = await to.run('import -', { stdin });
  expect(`${complete.stdout}${complete.stderr}`).not.toContain('features');
});

test('an export has the features, and an import gives them back', async () => {
  const from = await openBench();
  await from.run('users add anna --sub Pro --days 30');
  await from.run('subs add Team --level 2');
  await from.runWith('features set edition 2024 --kind text --sub Team --words Edition'.split(' '));
  await from.run('features set beta yes --user anna --until 2999-12-04');
  const stdin = (await from.run('export')).stdout;
  const to = await openBench();
  const imported = await to.run('import - --without-passwords', { stdin });
  expect(imported.stderr).not.toContain('feature');
  for (const list of ['features list --json', 'features list --user anna --json']) {
    const before = (await from.run(list)).json();
    expect(before['features']).toHaveLength(1);
    expect((await to.run(list)).json()).toEqual(before);
  }
});
