// Parsing, help and exit codes, and the form of the output: one JSON document, or tables.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { commands } from '../src/commands/all-commands.ts';
import { truncateTo, escapeControls, escapedJson, widthOf } from '../src/plain-text.ts';
import { printTable, tableOf } from '../src/table.ts';
import { cli, keyFile, openBench } from './support/cli.ts';

const allWords = ['serve', ...commands.map(({ words }) => words)];

test.each(allWords)('"%s --help" shows the usage', async (words) => {
  const ran = await cli([...words.split(' '), '--help']);
  expect(ran.exitCode).toBe(0);
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toContain(`Usage: latchkey ${words}`);
  for (const line of ran.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(130);
});

test('the help of --with-user explains what happens to the user', async () => {
  for (const verb of ['ban', 'delete'])
    expect((await cli(['keys', verb, '--help'])).stdout).toContain(
      `also ${verb} the user who redeemed it`,
    );
});

test('a parameter file of more than 1 MiB is refused, even with fewer characters', async () => {
  const file = keyFile('é'.repeat(600_000));
  const ran = await cli([
    ...['call', 'editvar', `data@${file}`],
    ...['--url', 'http://127.0.0.1:9', '--key-file', keyFile('test0seller0key')],
  ]);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('too large for a parameter');
});

test('a missing or unknown command is a usage error', async () => {
  for (const [argv, group] of [
    [[], 'latchkey'],
    [['nope'], 'latchkey'],
    [['keys'], 'latchkey keys'],
    [['keys', 'nope'], 'latchkey keys'],
    [['--json'], 'latchkey'],
  ] as const) {
    const ran = await cli(argv);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain(`Usage: ${group} [options] [command]`);
  }
  expect((await cli([])).stderr).toMatch(/^ {2}keys +add, list, find,/m);
  expect((await cli(['--json', 'keys', 'list'])).stderr).toMatch(/^Options come after the command/);
});

test('--version shows the version of the package', async () => {
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }; // npm requires it
  for (const option of ['--version', '-V'])
    expect(await cli([option])).toMatchObject({ exitCode: 0, stdout: `latchkey ${version}\n` });
});

test('help lists commands and groups, but no former names', async () => {
  for (const argv of [['--help'], ['-h'], ['help']]) {
    const asked = await cli(argv);
    expect(asked).toMatchObject({ exitCode: 0, stderr: '' });
    for (const words of allWords)
      expect(asked.stdout).toMatch(new RegExp(`^  ${words.split(' ', 1).join('')} `, 'm'));
  }
  for (const words of allWords.filter((allWord) => allWord.includes(' '))) {
    const names = words.split(' ');
    const name = names.pop();
    const group = await cli([...names, '--help']);
    expect(group).toMatchObject({ exitCode: 0, stderr: '' });
    expect(group.stdout).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
    expect(group.stdout).not.toContain('  info');
  }
});

test('errors suggest current names, but no former names', async () => {
  for (const [words, suggestion] of [
    ['kyes list', 'Did you mean keys?'],
    ['keys lst', 'Did you mean list?'],
    ['keys list --statuss used', 'Did you mean --status?'],
    ['keys add --dayz 30', 'Did you mean --days?'],
    ['app create --nmae x', 'Did you mean --name?'],
    ['keys ban K --ipp', 'Did you mean --ip?'],
    ['serve --datta x', 'Did you mean --data?'],
  ] as const)
    expect((await cli(words.split(' '))).stderr).toContain(suggestion);
  for (const words of ['keys inf', 'app create --plann x', 'keys ban K --adress'])
    expect((await cli(words.split(' '))).stderr).not.toMatch(/info|plan\b|address/);
});

test.each([
  ['keys list --statuss used', 'There is no option --statuss. Did you mean --status?'],
  ['keys add --dayz=30', 'There is no option --dayz. Did you mean --days?'],
  ['keys ban K --foo-bar=1', 'There is no option --foo-bar.\n'],
  ['keys ban K -x', 'There is no option -x.\n'],
  ['serve --datta x', 'There is no option --datta. Did you mean --data?'],
  ['keys --foo', 'Options come after the command: --foo.'],
  ['--json keys list', 'Options come after the command: --json.'],
])('the error of "%s" names the option', async (words, sentence) => {
  const ran = await cli(words.split(' '));
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).toContain(sentence);
  expect(ran.stderr).not.toContain('30');
});

test.each([
  'SECRET',
  'keys SECRET',
  'keys list SECRET',
  'keys list --SECRET',
  'keys list --json=SECRET',
  'keys list --status --SECRET',
  'keys list -SECRET',
  'keys list --word-SECRET',
  'keys list --pass=SECRET',
  '--pass=SECRET keys list',
  'keys add --days 1 --amount SECRET',
  'keys show one SECRET',
  'help SECRET',
  'app create --sub SECRET --plan SECRET --data x --name y',
  'serve SECRET',
  'serve --data x --port SECRET',
  'serve --data x --port=SECRET',
  "serve --data x --port '_is_invalid._SECRET",
  'serve --data x --trust-proxy SECRET',
  'serve --data x --allow-private SECRET',
  'serve --SECRET=x',
])('the error of "%s" does not repeat arguments', async (words) => {
  const file = keyFile('12345678');
  const where = words.includes('--amount')
    ? ['--url', 'http://127.0.0.1:9', '--key-file', file]
    : [];
  const ran = await cli([...words.split(' ').map((word) => word.replaceAll('_', ' ')), ...where]);
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).not.toContain('SECRET');
  expect(ran.stderr).not.toBe('');
});

test.each([
  ['keys add', '--days <N> is missing.'],
  ['keys add --days', '--days needs a value: --days <N>'],
  ['keys add --days 1 --mask', '--mask needs a value: --mask <TEXT>'],
  ['keys add --days 1 --amount x', '--amount must be a whole number from 1 to 1000000.'],
  ['keys add --days 1 --amount 0', '--amount must be'],
  ['keys add --days 1 --charset any', '--charset must be'],
  ['keys add --days 1 more', 'There are too many arguments.'],
  ['keys show', 'KEY is missing.'],
  ['keys list --statuss used', 'There is no option --statuss.'],
  ['sessions kill', 'Give either session ids or --all.'],
  ['sessions kill --all x', 'Give either session ids or --all.'],
  ['call', 'TYPE is missing.'],
  ['call stats nonsense', 'Write parameters as'],
  ['call stats a=1 a=2', 'given twice'],
])('"%s" is a usage error', async (words, sentence) => {
  const { run } = await openBench();
  const ran = await run(words);
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).toContain(sentence);
});

test.each([
  ['http://license.example.com', 'must begin with https://'],
  ['http://localhost:8080', 'must begin with https://'],
  ['http://127.0.0.1.example.com', 'must begin with https://'],
  ['https://user:word@license.example.com', 'no user'],
  ['https://license.example.com/?a=1', 'no query'],
  ['ftp://license.example.com', 'must be a URL'],
  ['license.example.com', 'must be a URL'],
  ['', 'is missing'],
])('the URL %j is refused before anything is sent', async (url, sentence) => {
  const ran = await cli(['subs', 'list', '--url', url, '--key-file', keyFile('12345678')]);
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).toContain(sentence);
});

test('the URL may end with a slash or with the path of the API', async () => {
  const { service, keyFile: file } = await openBench();
  for (const end of ['/', '//', '/api/seller', '/api/seller/', '/api/1.3/']) {
    const ran = await cli(['subs', 'list', '--url', service.url + end, '--key-file', file]);
    expect(ran.exitCode).toBe(0);
  }
});

test('a table is aligned and truncated to the width of the terminal; only a terminal gets colours', async () => {
  const { service, run } = await openBench();
  await service.addVariable('motd', 'x'.repeat(300), false);
  const plain = await run('vars list');
  expect(plain.stdout).not.toContain('\u001b');
  expect(plain.stdout.split('\n').slice(0, 2)).toEqual([
    `NAME  FOR  VALUE`,
    `motd  all  ${'x'.repeat(59)}…`,
  ]);
  const narrow = await run('vars list', { terminal: 40 });
  expect(narrow.stdout).toContain('\u001b[1m');
  for (const line of narrow.stdout.split('\n'))
    expect(widthOf(stripVTControlCharacters(line))).toBeLessThanOrEqual(40);
  const bare = await run('vars list', { terminal: 40, env: { NO_COLOR: '1' } });
  expect(bare.stdout).not.toContain('\u001b');
  expect((await run('vars list --wide')).stdout).toContain('x'.repeat(300));
});

test('foreign text cannot move the cursor, or hide or reorder text', async () => {
  const { service, run } = await openBench();
  const evil = 'a\u001b[2Jb\u009bc\u202ed\ne\u200bf';
  await service.addVariable('evil', evil, true);
  const shown = (await run('vars list')).stdout;
  expect(shown).toContain('a\\u001b[2Jb\\u009bc\\u202ed\\ne\\u200bf');
  const document = await run('vars list --json');
  expect(document.stdout).not.toMatch(/[\u007f-\u009f\u202e\u200b]/);
  expect(document.json()).toMatchObject({ vars: [{ msg: evil }] });
});

test('--json prints exactly one document on stdout, even for a failure', async () => {
  const { run } = await openBench();
  expect((await run('subs list --json')).json()).toMatchObject({ subs: [{ name: 'Pro' }] });
  const refused = await run('keys show NOT-A-KEY --json');
  expect(refused.exitCode).toBe(1);
  expect(refused.json()).toEqual({
    success: false,
    message: 'There is no such license key.',
    code: 'key-unknown',
  });
});

test('text width is measured in terminal columns', () => {
  expect(widthOf('abc')).toBe(3);
  expect(widthOf('日本')).toBe(4);
  expect(widthOf('e\u0301')).toBe(1);
  expect(truncateTo('日本語', 4)).toBe('日…');
  expect(truncateTo('abcd', 4)).toBe('abcd');
  expect(escapeControls('plain ü 日')).toBe('plain ü 日');
  expect(JSON.parse(escapedJson({ a: '\u0085\ud800\u{1f468}\u200d' }, 0))).toEqual({
    a: '\u0085\ud800\u{1f468}\u200d',
  });
});

test('numbers are aligned to the right', () => {
  const table = tableOf(
    [{ n: '1' }, { n: '100' }],
    [{ title: 'N', cell: ({ n }) => n, right: true }],
  );
  const room = { columns: null, isColoured: false, isWide: false };
  expect(printTable(table, room)).toBe('  N\n  1\n100\n');
});
