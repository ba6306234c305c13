// The example app as a process of its own, against the real service and against one that lies.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { request, createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openWire, type Wire } from '../support/service-client.ts';

const app = fileURLToPath(new URL('../../examples/protected-app/main.cjs', import.meta.url));
const secret = 'only for signed-in sessions';
const nothingPinned =
  'Nothing is pinned in this copy: it believes whoever starts it (pinned.cjs).\n';

interface Line {
  readonly v: number;
  readonly baseUrl: string;
  readonly name: string;
  readonly ownerid: string;
  readonly sessionid: string;
  readonly publicKey: string | null;
  readonly challenge: 'required' | 'off';
  readonly method: 'GET' | 'POST';
}

/** A service with a signed-in session, and the line that a loader would write for it. */
async function open(): Promise<{ wire: Wire; line: Line; username: string }> {
  const wire = await openWire();
  await wire.service.addVariable('secret', secret, true);
  const user = await wire.service.addUser();
  const sessionid = await wire.signIn(user);
  const { name, ownerid } = wire.service.app;
  const { url: baseUrl, publicKey } = wire.service;
  const line = { v: 1, baseUrl, name, ownerid, sessionid, publicKey } as const;
  return { wire, username: user.username, line: { ...line, challenge: 'required', method: 'GET' } };
}

async function launch(stdin: unknown, args: readonly string[] = ['--seconds', '0'], program = app) {
  const child = spawn(process.execPath, [program, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // It may have ended before it read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(typeof stdin === 'string' ? stdin : `${JSON.stringify(stdin)}\n`);
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, stdout, stderr };
}

/** It must say why, show nothing, and give nothing away. */
function expectStop(
  ran: Awaited<ReturnType<typeof launch>>,
  line: Line | null,
  exitCode: number,
  why: string,
) {
  expect(ran).toMatchObject({ exitCode, stderr: `${why}\n` });
  expect(ran.stdout).not.toContain(secret);
  if (line !== null) expect(ran.stdout + ran.stderr).not.toContain(line.sessionid);
}

/** A copy with what a seller writes into it: of this line. */
function pinnedTo({ baseUrl, name, ownerid, publicKey }: Line): string {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-pinned-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(dirname(app), copy, { recursive: true });
  const publicKeys = ['ab'.repeat(32), publicKey];
  const pinned = JSON.stringify({ baseUrl, name, ownerid, publicKeys });
  writeFileSync(join(copy, 'pinned.cjs'), `module.exports = { pinned: ${pinned} };`);
  return join(copy, 'main.cjs');
}

describe('a program that has its service pinned', () => {
  const ownOnly = 'This program was started for a service that is not its own.';
  const atOnce = ['--seconds', '0'];

  test('shows its secret to whoever its own service knows', async () => {
    const { line, username } = await open();
    const ran = await launch({ ...line, baseUrl: `${line.baseUrl}/` }, atOnce, pinnedTo(line));
    expect(ran).toEqual({
      exitCode: 0,
      stdout: `Signed in as ${username}.\nThe service has checked this session.\nThe secret: ${secret}\n`,
      stderr: '',
    });
  });

  test('is not fooled by a whole service of somebody else, who hands it their own key', async () => {
    const { line } = await open();
    const fake = await open();
    const { name, ownerid } = line;
    const { database, app: fakeApp } = fake.wire.service;
    await database
      .updateTable('applications')
      .set({ name, ownerid })
      .where('ownerid', '=', fakeApp.ownerid)
      .where('name', '=', fakeApp.name)
      .execute();
    const forged = { ...fake.line, name, ownerid };
    // The control: without anything pinned, it is fooled.
    expect((await launch(forged)).stdout).toContain(secret);
    const program = pinnedTo(line);
    expectStop(await launch(forged, atOnce, program), forged, 4, ownOnly);
    // With the right key in the line, which the fake one cannot sign by, and the right address before that.
    const { publicKey, baseUrl } = line;
    expectStop(await launch({ ...forged, publicKey }, atOnce, program), forged, 4, ownOnly);
    expectStop(await launch({ ...forged, baseUrl }, atOnce, program), forged, 4, ownOnly);
  });

  test('goes on while the service changes its key, and believes only its own keys', async () => {
    const { line, username } = await open();
    const next = 'cd'.repeat(32);
    const changing = { ...line, publicKey: next, publicKeys: [next, line.publicKey] };
    const { stdout } = await launch(changing, atOnce, pinnedTo(line));
    expect(stdout).toContain(`Signed in as ${username}.`);
    const ran = await launch(changing, atOnce, pinnedTo({ ...line, publicKey: next }));
    expectStop(ran, line, 4, "The service's answer is not used: its signature is not right.");
  });

  test.each([
    ['no key', { publicKey: null }],
    ['another name', { name: 'Cheap' }],
    ['another owner', { ownerid: 'otherOwner' }],
    ['another address', { baseUrl: 'http://127.0.0.1:1' }],
    ['no challenge, so that answers could be repeated', { challenge: 'off' }],
  ])('stops at %s', async (_what, change) => {
    const { line } = await open();
    expectStop(await launch({ ...line, ...change }, atOnce, pinnedTo(line)), line, 4, ownOnly);
  });
});

describe('against the real service', () => {
  test.each(['GET', 'POST'] as const)(
    '%s: checks the session and shows the secret',
    async (method) => {
      const { line, username } = await open();
      const ran = await launch({ ...line, method });
      expect(ran).toEqual({
        exitCode: 0,
        stdout: `${nothingPinned}Signed in as ${username}.\nThe service has checked this session.\nThe secret: ${secret}\n`,
        stderr: '',
      });
      expect(ran.stdout).not.toContain(line.sessionid);
    },
  );

  test('without a challenge it goes by the time', async () => {
    const { line } = await open();
    expect((await launch({ ...line, challenge: 'off' })).exitCode).toBe(0);
  });

  test('an address with a trailing slash is the same', async () => {
    const { line } = await open();
    expect((await launch({ ...line, baseUrl: `${line.baseUrl}/` })).exitCode).toBe(0);
  });

  test('without a public key it says that answers are not verified', async () => {
    const { line } = await open();
    const ran = await launch({ ...line, publicKey: null });
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toMatch(
      /\nThis service does not sign its answers: they are not verified\.\n/,
    );
  });

  test('it ends with the exit code that it is told', async () => {
    const { line } = await open();
    const ran = await launch(line, ['--exit-code', '7', '--seconds', '0.01']);
    expect(ran.exitCode).toBe(7);
  });

  test('a session that is gone, one that is not signed in, and a variable that is not there', async () => {
    const { wire, line } = await open();
    const gone = { ...line, sessionid: 'x'.repeat(43) };
    const says = 'The license service says no: ';
    expectStop(
      await launch(gone),
      gone,
      5,
      `${says}Session not found. Use latest code. You can only have app opened 1 at a time.`,
    );
    const initialised = { ...line, sessionid: await wire.init() };
    expectStop(await launch(initialised), initialised, 5, `${says}Session is not validated`);
    await wire.service.database.deleteFrom('variables').execute();
    expectStop(await launch(line), line, 5, `${says}Variable not found.`);
  });

  test('another public key', async () => {
    const { line } = await open();
    const publicKey = '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8';
    const why = "The service's answer is not used: its signature is not right.";
    expectStop(await launch({ ...line, publicKey }), line, 4, why);
  });
});

interface Passed {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Stands between the app and the real service and changes what comes back. */
async function between(
  line: Line,
  change: (answer: Passed, asked: number) => Passed,
  redirect: (url: URL) => void = () => undefined,
): Promise<Line> {
  let asked = 0;
  const server = createHttpServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', line.baseUrl);
    redirect(url);
    const onward = request(url, { method: incoming.method }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => {
        asked += 1;
        const { 'content-length': _length, ...headers } = response.headers;
        const changed = change({ headers, body }, asked);
        outgoing.writeHead(200, changed.headers).end(changed.body);
      });
    });
    incoming.pipe(onward);
  });
  return { ...line, baseUrl: await listen(server) };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port, not on a pipe
}

const notUsed = (why: string) => `The service's answer is not used: ${why}.`;

describe('against a service that lies', () => {
  test('passing answers on as they are changes nothing', async () => {
    const { line } = await open();
    expect((await launch(await between(line, (answer) => answer))).exitCode).toBe(0);
  });

  test.each([
    [
      'one letter of the body',
      (answer: Passed) => ({ ...answer, body: answer.body.replace('"code":68', '"code":69') }),
    ],
    ['white space after the body', (answer: Passed) => ({ ...answer, body: `${answer.body} ` })],
    [
      'the timestamp',
      (answer: Passed) => ({
        ...answer,
        headers: { ...answer.headers, 'x-signature-timestamp': '1700000000' },
      }),
    ],
  ])('changes %s', async (_what, change) => {
    const { line } = await open();
    const lied = await between(line, change);
    expectStop(await launch(lied), line, 4, notUsed('its signature is not right'));
  });

  test('leaves the signature out', async () => {
    const { line } = await open();
    const lied = await between(line, ({ headers, body }) => {
      const { 'x-signature-ed25519': _signature, ...unsigned } = headers;
      return { headers: unsigned, body };
    });
    expectStop(await launch(lied), line, 4, notUsed('it is not signed'));
  });

  test('repeats the answer to another question', async () => {
    const { line } = await open();
    let first: Passed | null = null;
    const lied = await between(line, (answer) => (first ??= answer));
    // The first question is answered, the second gets the first one's answer again.
    expectStop(await launch(lied), line, 4, notUsed('it belongs to another question'));
    const again = await launch(lied);
    expectStop(again, line, 4, notUsed('it belongs to another question'));
    expect(again.stdout).toBe(nothingPinned);
  });

  test('answers for another owner where answers are not signed', async () => {
    const { line } = await open();
    const lied = await between({ ...line, publicKey: null }, ({ headers, body }) => ({
      headers,
      body: body.replace(line.ownerid, 'otherOwner'),
    }));
    expectStop(await launch(lied), line, 4, notUsed('it belongs to another application'));
  });

  test('asks a cheap application of the same owner, whose answers the same key signs', async () => {
    const { wire, line } = await open();
    const { database, app } = wire.service;
    const dear = await database
      .selectFrom('applications')
      .selectAll()
      .where('ownerid', '=', app.ownerid)
      .executeTakeFirstOrThrow();
    const cheap = { ...dear, id: 'cheap', name: 'Cheap Application', sellerkeyHash: 'cheap' };
    await database.insertInto('applications').values(cheap).execute();
    // The very session, as if it had been signed in there; the relay asks for the other name.
    await database.updateTable('sessions').set({ applicationId: 'cheap' }).execute();
    await database.updateTable('users').set({ applicationId: 'cheap' }).execute();
    const rename = (url: URL, name: string) => url.searchParams.set('name', name);
    const led = await between(
      line,
      (answer) => answer,
      (url) => rename(url, cheap.name),
    );
    expectStop(await launch(led), line, 4, notUsed('it belongs to another application'));
    // The control: to somebody who asks the cheap application itself, the answer is the right one.
    await database.updateTable('variables').set({ applicationId: 'cheap' }).execute();
    expect((await launch({ ...led, name: cheap.name })).exitCode).toBe(0);
  });

  test('sends no JSON, or a page', async () => {
    const { line } = await open();
    for (const body of ['<!doctype html><p>Sign in to this network', 'null', '']) {
      const lied = await between({ ...line, publicKey: null }, ({ headers }) => ({
        headers,
        body,
      }));
      expectStop(await launch(lied), line, 4, notUsed('it cannot be read'));
    }
  });

  test('sends an old answer where challenges are off', async () => {
    const wire = await openWire({ now: () => Date.now() - 200_000 });
    await wire.service.addVariable('secret', secret, true);
    const sessionid = await wire.signIn(await wire.service.addUser());
    const { url: baseUrl, publicKey, app: names } = wire.service;
    const { name, ownerid } = names;
    const line: Line = {
      v: 1,
      baseUrl,
      name,
      ownerid,
      sessionid,
      publicKey,
      challenge: 'off',
      method: 'GET',
    };
    expectStop(await launch(line), line, 4, notUsed('its time is not ours'));
    expect((await launch({ ...line, challenge: 'required' })).exitCode).toBe(0);
  });
});

describe('without a service or without a line', () => {
  const unreachable = 'The license service could not be reached.';

  test('nobody listens', async () => {
    const { line, wire } = await open();
    await wire.service.close();
    expectStop(await launch(line), line, 3, unreachable);
  });

  test('the answer breaks off, or is too large', async () => {
    const { line } = await open();
    for (const body of ['{"success"', 'x'.repeat(2_000_000)]) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 2000000\r\n\r\n${body}`);
      });
      expectStop(await launch({ ...line, baseUrl: await listen(server) }), line, 3, unreachable);
    }
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'hello\n'],
    ['null', 'null'],
    ['another version', '{"v":2}'],
    ['too much', 'x'.repeat(100_000)],
  ])('%s on standard input', async (_what, stdin) => {
    expectStop(await launch(stdin), null, 2, 'Please start this program from its loader.');
  });

  test.each([
    { baseUrl: 'file:///etc' },
    { sessionid: '' },
    { publicKey: 'short' },
    { publicKeys: ['short'] },
    { challenge: 'maybe' },
    { method: 'PUT' },
  ])('a line with %j', async (wrong) => {
    const { line } = await open();
    const ran = await launch({ ...line, ...wrong });
    expectStop(ran, null, 2, 'Please start this program from its loader.');
  });

  test.each([['--seconds'], ['--seconds', 'x'], ['--what', '1']])(
    'the arguments %s %s',
    async (...args) => {
      const ran = await launch('', args);
      expectStop(ran, null, 1, 'Usage: node main.cjs [--seconds N] [--exit-code N]');
    },
  );
});
