// Text in an encoding other than UTF-8 is refused with its line, and nothing is changed. A byte
// order mark is accepted.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { expect, onTestFinished, test } from 'vitest';
import { cli, keyFile, openBench, temporaryFolder } from './support/cli.ts';

const hash = bcrypt.hashSync('tea', 4);
const table = [
  'username,passwordHash,subscription,days',
  `anna,${hash},Pro,30`,
  `Andr\xe9,${hash},Pro,30`,
  `Andr\xe8,${hash},Pro,300`,
].join('\n');
const document = JSON.stringify({
  format: 'latchkey-export',
  version: 1,
  users: [{ username: 'Andr\xe9', passwordHash: hash, subscriptions: [] }],
});

const mark = '\uFEFF';
const utf8 = (text: string) => Buffer.from(text);
const windows1252 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

function file(bytes: Uint8Array, name = 'users.csv'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}

async function usersOf({ run }: Awaited<ReturnType<typeof openBench>>) {
  const { users } = (await run('users list --json')).json();
  const names = (users as readonly { username: string }[]).map(({ username }) => username);
  return names.filter((name) => name !== 'Neighbour').sort();
}

test('an import refuses other encodings, from a file and from stdin', async () => {
  const bench = await openBench();
  await bench.run('users add bystander --sub Pro --days 1');
  for (const [bytes, ...sentences] of [
    [windows1252(table), 'line 3, is not UTF-8', 'Windows-1252'],
    [windows1252(document), 'line 1, is not UTF-8', 'Windows-1252'],
    [utf16(mark + table), 'is not UTF-8', 'UTF-16'],
    [utf16(table), 'is not UTF-8', 'UTF-16'],
    [utf16(document), 'is not UTF-8', 'UTF-16'],
  ] as const) {
    const path = file(bytes);
    for (const [ran, place] of [
      [await bench.run(`import ${path}`), path],
      [await bench.run('import -', { stdin: bytes }), 'Stdin'],
    ] as const) {
      expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
      for (const sentence of [place, ...sentences]) expect(ran.stderr).toContain(sentence);
    }
  }
  expect(await usersOf(bench)).toEqual(['bystander']);
});

test.each([
  ['table', table, ['Andr\xe8', 'Andr\xe9', 'anna']],
  ['document', document, ['Andr\xe9']],
])('an import accepts the %s as UTF-8, with or without a mark', async (_what, text, names) => {
  for (const bytes of [utf8(text), utf8(mark + text)]) {
    const bench = await openBench();
    const ran = await bench.run('import -', { stdin: bytes });
    expect(ran.stderr).not.toContain('UTF-8');
    expect(await usersOf(bench)).toEqual(names);
    expect((await bench.run(`import ${file(bytes)}`)).stdout).toContain('0');
    expect(await usersOf(bench)).toEqual(names);
  }
});

test('an import refuses half of a surrogate pair in a JSON escape, and accepts a pair', async () => {
  const bench = await openBench();
  const escaped = document.replace('Andr\xe9', String.raw`Andr\udce9`);
  const ran = await bench.run('import -', { stdin: escaped });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('"users.0.username"');
  expect(await usersOf(bench)).toEqual([]);
  await bench.run('import -', {
    stdin: document.replace('Andr\xe9', String.raw`fox \ud83e\udd8a`),
  });
  expect(await usersOf(bench)).toEqual(['fox 🦊']);
});

test('names and parameters from stdin and files are refused unless they are UTF-8', async () => {
  const bench = await openBench();
  for (const name of ['Andr\xe9', 'Andr\uFFFD', 'bystander'])
    await bench.service.addUser({ username: name });
  const lines = Buffer.concat([utf8(`${mark}bystander\n`), windows1252('Andr\xe9\n')]);
  const ran = await bench.run('users ban -', { stdin: lines });
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('Stdin, line 2, is not UTF-8');
  const value = await bench.run(`call banuser user@${file(windows1252('Andr\xe9'), 'name')}`);
  expect(value.stderr).toContain('line 1, is not UTF-8');
  const line = await bench.run('call banuser user@-', { stdin: windows1252('Andr\xe9\n') });
  expect(line.stderr).toContain('Stdin, line 1, is not UTF-8');
  const { users } = (await bench.run('users list --json')).json();
  expect((users as readonly { banned: unknown }[]).map(({ banned }) => banned)).toEqual(
    Array.from({ length: 4 }, () => null),
  );
  // Control: the same names as UTF-8, with a mark, and a real replacement character.
  const right = await bench.run('users ban -', { stdin: utf8(`${mark}Andr\xe9\r\nAndr\uFFFD\n`) });
  expect(right).toMatchObject({ exitCode: 0, stdout: '2 of 2 done.\n' });
  const parameter = file(utf8(`${mark}bystander\r\n`), 'name');
  expect((await bench.run(`call banuser user@${parameter}`)).exitCode).toBe(0);
});

test('a key file is refused in UTF-16, and accepted with a byte order mark', async () => {
  const { service } = await openBench();
  const { sellerkey } = service.app;
  const list = (path: string) => cli(['users', 'list', '--url', service.url, '--key-file', path]);
  const refused = await list(file(utf16(mark + sellerkey), 'key'));
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('is not UTF-8 text. Its encoding is probably UTF-16');
  expect(refused.stderr).not.toContain(sellerkey);
  expect((await list(file(utf8(mark + sellerkey), 'key'))).exitCode).toBe(0);
});

test('an argument that Node decoded with a replacement character is refused', async () => {
  const bench = await openBench();
  await bench.service.addUser({ username: 'Andr\uFFFD' });
  const ran = await bench.run('users ban Andr\uFFFD');
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).toContain('An argument is not UTF-8 text.');
  // Control: another argument beyond ASCII.
  expect((await bench.run('users add Andr\xe9 --sub Pro --days 1')).exitCode).toBe(0);
});

test('an answer that is not UTF-8 is refused, but an error page of a proxy is reported', async () => {
  const answers = { status: 200, body: '{"success":true,"users":[{"username":"Andr\xe9"}]}' };
  const server = createServer((_request, response) => {
    response.writeHead(answers.status, { 'content-type': 'application/json' });
    response.end(windows1252(answers.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  const key = keyFile('0'.repeat(32));
  const list = () => cli(['users', 'list', '--url', `http://127.0.0.1:${port}`, '--key-file', key]);
  expect((await list()).stderr).toContain('The answer of the service is not UTF-8 text.');
  Object.assign(answers, { status: 502, body: '<p>Passerelle d\xe9faillante</p>' });
  expect((await list()).stderr).toContain('the service behind it does not answer (502)');
});
