// A refusal by the service names the option or operand that the user typed, and the allowed values.
import { beforeAll, expect, test } from 'vitest';
import { cli, keyFile } from './support/cli.ts';
import { startTestService, type TestService } from '../../service/test/support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  return () => service.close();
});

function run(words: string) {
  const place = ['--url', service.url, '--key-file', keyFile(service.app.sellerkey)];
  return cli([...words.split(' '), ...place]);
}

const days = '--days. It must be a number of days above 0, at most 300000, such as 30 or 0.5.';
const long = 'x'.repeat(1001);

test.each([
  ['keys add --days soon', days],
  ['keys add --days 0', days],
  ['keys add --days 300001', days],
  ['users add anna --sub Pro --days soon', days],
  ['users add anna --sub Pro --days 0', days],
  ['users extend Neighbour --sub Pro --days -', days],
  [`keys add --days 1 --note ${long}`, '--note. It must be at most 69 characters.'],
  [`keys add --days 1 --order ${long}`, '--order. It must be 1 to 200 characters in one line.'],
  ['keys add --days 1 --level 01', '--level. It must be a whole number of at most 12 digits'],
  ['keys add --days 1 --mask KEY-**', '--mask. It must be 1 to 70 characters without commas'],
  [`keys ban KEY --reason ${long}`, '--reason. It must be at most 99 characters.'],
  [`users add ${long} --sub Pro --days 1`, 'USER. It must be 1 to 70 characters.'],
  ['users add anna --sub Pro --days 1 --email anna', '--email. It must be an e-mail address'],
  [`users reset ${long}`, 'USER. It must be 1 to 70 characters.'],
  [`keys show ${long}`, 'KEY. It must be 1 to 70 characters.'],
  [`vars set motd ${long}`, 'VALUE. It must be at most 1000 characters.'],
  [`vars set ${long} hello`, 'NAME. It must be 1 to 100 characters.'],
  [`subs add ${long} --level 2`, 'NAME. It must be 1 to 100 characters.'],
  [
    'settings set minhwid=many',
    'the setting "minhwid". It must be a value that docs/api.md allows.',
  ],
])('a refusal of "%s" quotes the option as it was typed', async (words, sentence) => {
  const ran = await run(words);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain(`The service refused ${sentence}`);
});

test('an error about an unknown setting quotes its name', async () => {
  expect((await run('settings set shape=round')).stderr).toBe(
    'The service does not know the setting "shape".\n',
  );
});

test('each shown setting can be changed, or the command that changes it is named', async () => {
  const own = await startTestService();
  const ask = (words: string) =>
    cli([...words.split(' '), '--url', own.url, '--key-file', keyFile(own.app.sellerkey)]);
  const shown = JSON.parse((await ask('settings get --json')).stdout) as object; // as the command says
  for (const name of Object.keys(shown)) {
    const { stderr } = await ask(`settings set ${name}=on`);
    expect(stderr, name).not.toContain('does not know');
    if (name === 'paused')
      expect(stderr).toBe(
        'The application is paused with "latchkey call pauseapp", and resumed with "latchkey call unpauseapp".\n',
      );
  }
  await own.close();
});

test('a refusal of a parameter of "call" quotes the parameter', async () => {
  expect((await run('call add expiry=soon')).stderr).toBe('The parameter "expiry" is not valid.\n');
});
