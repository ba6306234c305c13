// The command line warns of applications whose shops create keys without an order number.
import { expect, test } from 'vitest';
import { addOtherApplication } from '../../service/test/support/another-application.ts';
import { cli, openBench } from './support/cli.ts';

const warning =
  'A body of a shop without an order number creates license keys at each retry, also for a refund (unknownorders=make). If all sales have an order number, run: latchkey settings set unknownorders=refuse\n';

test('settings get and set warn of unknownorders=make, and of no other value', async () => {
  const { run } = await openBench();
  for (const words of ['settings get', 'settings get unknownorders', 'settings set version=2'])
    expect((await run(words)).stderr, words).toBe('');
  expect((await run('settings set unknownorders=make')).stderr).toBe(warning);
  for (const words of ['settings get', 'settings get unknownorders'])
    expect((await run(words)).stderr, words).toBe(warning);
  expect((await run('settings get version')).stderr).toBe('');
  expect(await run('settings set unknownorders=refuse')).toMatchObject({ exitCode: 0, stderr: '' });
});

test('doctor warns of both, without counting a problem', async () => {
  const { service, keyFile, run } = await openBench();
  const at = ['--url', service.url, '--key-file', keyFile, '--public-key', service.publicKey];
  const doctor = () => cli(['doctor', '--data', service.dataFolder, ...at]);
  const before = await doctor();
  expect(before.stdout).not.toContain('WARNING');
  expect(before.stdout).toMatch(/^ok +Bodies of shops without an order number create no/m);
  await addOtherApplication(service, { id: 'bystander' });
  await run('settings set unknownorders=make');
  const after = await doctor();
  expect(after).toMatchObject({ exitCode: 0, stderr: '' });
  const warnings = after.stdout.split('\n').filter((line) => line.startsWith('WARNING  '));
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('also for a refund, in "Test Application"');
  expect(warnings[0]).not.toContain('bystander');
  expect(warnings[1]).toContain(warning.trim());
  expect(after.stdout).toContain('No problems found.');
  const { findings } = (await cli(['doctor', '--data', service.dataFolder, '--json'])).json() as {
    findings: { ok: boolean; warning?: true; what: string }[];
  }; // as `report` writes them
  expect(findings.filter((finding) => finding.warning)).toMatchObject([{ ok: true }]);
});

test('app keys add warns if it adds a key for a shop', async () => {
  const { service, run } = await openBench();
  let count = 0;
  const add = (scope: string) =>
    cli([
      ...['app', 'keys', 'add', '--data', service.dataFolder, '--name', service.app.name],
      ...['--ownerid', service.app.ownerid],
      ...['--label', `${scope} ${(count += 1)}`, '--scope', scope, '--json'],
    ]);
  expect((await add('sell')).stderr).toBe('');
  await run('settings set unknownorders=make');
  const added = await add('sell');
  expect(added).toMatchObject({ exitCode: 0, stderr: warning });
  expect(Object.keys(added.json())).toEqual(['success', 'id', 'label', 'scope', 'sellerkey']);
  expect((await add('read')).stderr).toBe('');
});
