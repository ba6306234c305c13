// Every command ends with a sentence and an exit code, whatever fails. None shows a stack trace.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Command } from '../src/command.ts';
import { commands } from '../src/commands/all-commands.ts';
import { cli, keyFile, temporaryFolder, type CliOptions } from './support/cli.ts';

const remote = commands.filter(({ isLocal }) => isLocal !== true);
const local = commands.filter(({ isLocal }) => isLocal !== undefined);
const sellerKey = 'test0seller0key0of032characters0';

/** The command with a value for each operand and required option. `data` replaces a folder. */
function argumentsOf({ words, operands = '', options = {} }: Command, data: string): string[] {
  const given = [...operands.matchAll(/<([^>]*)>/g)].map(([, name = '']) =>
    /DIR|FOLDER|REL|FILE|PATH/.test(name) ? data : '1',
  );
  const required = Object.entries(options)
    .filter(([, { required: isRequired }]) => isRequired === true)
    .flatMap(([name, { value = '' }]) => [`--${name}`, /DIR|FILE/.test(value) ? data : '1']);
  const yes = 'yes' in options ? ['--yes'] : [];
  return [...words.split(' '), ...given, ...required, ...yes];
}

async function expectSentence(argv: readonly string[], more: CliOptions = {}) {
  const ran = await cli(argv, { stdin: '', wait: () => Promise.resolve(), ...more });
  const shown = `${ran.stdout}\n${ran.stderr}`;
  expect(shown, argv.join(' ')).not.toMatch(/^\s+at .*[:(]|node:internal|TypeError/m);
  expect(shown, argv.join(' ')).toMatch(/\S/);
  return ran;
}

async function answering(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`; // it has a port
}

const json = (body: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A success in which every field that a command could read has another type. */
const oddFields: Record<string, unknown> = { success: true, message: 'Done' };
for (const name of [
  ...['keys', 'users', 'subs', 'sessions', 'releases', 'auditlog', 'logs', 'obstacles', 'grants'],
  ...['history', 'series', 'accounts', 'webhooks', 'chats', 'channels', 'files', 'vars'],
])
  oddFields[name] = name.length % 2 === 0 ? 5 : [null, 7, 'x'];

const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'an answer without fields': json({ success: true, message: 'Done' }),
  'an answer with odd fields': json(oddFields),
  'an answer that is null': json(null),
  'a page of a proxy': (response) => response.writeHead(502).end('<html>Bad gateway</html>'),
  'a refusal': json({ success: false, message: 'No.', code: 'bad-request' }),
  'a closed connection': (response) => response.destroy(),
};

test.each(Object.entries(failures))('every command answers %s with a sentence', async (_, fail) => {
  const url = await answering(fail);
  const folder = temporaryFolder();
  const key = keyFile(sellerKey);
  for (const command of remote)
    await expectSentence([...argumentsOf(command, folder), '--url', url, '--key-file', key]);
});

test('every command names a service that cannot be reached or does not answer in a sentence', async () => {
  const silent = await answering(() => undefined);
  const folder = temporaryFolder();
  const key = keyFile(sellerKey);
  for (const url of ['http://127.0.0.1:9', 'http://nowhere.invalid', silent])
    await Promise.all(
      remote.map(async (command) => {
        const argv = [...argumentsOf(command, folder), '--url', url, '--key-file', key];
        const ran = await expectSentence([...argv, '--timeout', '1']);
        expect(ran.exitCode, argv.join(' ')).not.toBe(0);
      }),
    );
});

/** A file where a folder or a key is expected, and a data folder with a damaged database. */
function unusablePlaces() {
  const folder = temporaryFolder();
  const file = join(folder, 'a-file');
  writeFileSync(file, 'no database');
  const damaged = join(folder, 'damaged');
  mkdirSync(damaged, { mode: 0o700 });
  writeFileSync(join(damaged, 'latchkey.sqlite'), 'no database');
  return { folder, file, damaged };
}

test('every command names an unusable data folder, file or database in a sentence', async () => {
  const { folder, file, damaged } = unusablePlaces();
  for (const place of [file, join(file, 'below'), damaged, join(folder, 'missing', 'x')])
    for (const command of local) await expectSentence(argumentsOf(command, place));
  const env = {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
    LATCHKEY_SIGNING_KEY_FILE: file,
    LATCHKEY_SECRET_FILE: file,
  };
  for (const command of local) await expectSentence(argumentsOf(command, damaged), { env });
});

test('serve names an unusable place, file, port or database in a sentence', async () => {
  const { folder, file, damaged } = unusablePlaces();
  const port = new URL(await answering(() => undefined)).port;
  const usable = join(folder, 'usable');
  const faults: readonly (readonly [string, readonly string[], Record<string, string>?])[] = [
    [file, []],
    [join(file, 'below'), []],
    [damaged, []],
    [usable, ['--port', port]],
    [usable, ['--host', '192.0.2.1']],
    [usable, ['--metrics', `127.0.0.1:${port}`]],
    [usable, [], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' }],
    ...['LATCHKEY_SIGNING_KEY_FILE', 'LATCHKEY_SECRET_FILE', 'LATCHKEY_SMTP_FILE'].map(
      (name) => [usable, [], { [name]: file }] as const,
    ),
  ];
  for (const [data, more, env = {}] of faults) {
    const argv = ['serve', '--data', data, '--port', '0', ...more];
    expect((await expectSentence(argv, { env })).exitCode, argv.join(' ')).toBe(1);
  }
});

test('an answer without its list is one sentence, also with --json', async () => {
  const url = await answering(json({ success: true }));
  const argv = ['keys', 'list', '--url', url, '--key-file', keyFile(sellerKey)];
  expect((await expectSentence(argv)).exitCode).toBe(1);
  expect((await expectSentence([...argv, '--json'])).json()).toMatchObject({ success: false });
});
