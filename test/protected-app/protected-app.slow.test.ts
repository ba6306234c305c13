// The example app as a separate process: with a pinned service, with the real service, and without
// a service.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  app,
  expectStop,
  launch,
  type Line,
  listen,
  nothingPinned,
  open,
  secret,
} from './app-parts.ts';

/** Copies the app and pins the values of a line, as a seller does. Returns the main script. */
function pinnedTo({
  baseUrl,
  name,
  ownerid,
  publicKey,
}: Omit<Line, 'baseUrl'> & { readonly baseUrl: string | null }): string {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-pinned-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(dirname(app), copy, { recursive: true });
  const publicKeys = ['ab'.repeat(32), publicKey];
  const pinned = JSON.stringify({ baseUrl, name, ownerid, publicKeys });
  writeFileSync(join(copy, 'pinned.cjs'), `module.exports = { pinned: ${pinned} };`);
  return join(copy, 'main.cjs');
}

describe('a program with a pinned service', () => {
  const ownOnly = 'This program was started for a service that is not its own.';
  const atOnce = ['--seconds', '0'];

  test('shows its secret to a user whose session its own service confirms', async () => {
    const { line, username } = await open();
    const ran = await launch({ ...line, baseUrl: `${line.baseUrl}/` }, atOnce, pinnedTo(line));
    expect(ran).toEqual({
      exitCode: 0,
      stdout: `Signed in as ${username}.\nThe service has checked this session.\nThe secret: ${secret}\n`,
      stderr: '',
    });
  });

  test('rejects a fake service, even if the line has the right key or address', async () => {
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
    // The control: without pinned values, the app accepts the fake service.
    expect((await launch(forged)).stdout).toContain(secret);
    const program = pinnedTo(line);
    expectStop(await launch(forged, atOnce, program), forged, 4, ownOnly);
    // The line has the right key, and then the right address, but never both.
    const { publicKey, baseUrl } = line;
    expectStop(await launch({ ...forged, publicKey }, atOnce, program), forged, 4, ownOnly);
    expectStop(await launch({ ...forged, baseUrl }, atOnce, program), forged, 4, ownOnly);
  });

  test('accepts any address of the service if none is pinned, but only the pinned keys', async () => {
    const { line, username } = await open();
    const program = pinnedTo({ ...line, baseUrl: null });
    const { stdout } = await launch(line, atOnce, program);
    expect(stdout).toContain(`Signed in as ${username}.`);
    const elsewhere = (await open()).line;
    const forged = { ...line, baseUrl: elsewhere.baseUrl, sessionid: elsewhere.sessionid };
    const ran = await launch(forged, atOnce, program);
    expectStop(ran, forged, 4, "The service's answer is not used: its signature is not right.");
  });

  test('reads the options that its user chose, and rejects malformed options', async () => {
    const { line } = await open();
    const { stdout } = await launch({ ...line, options: { quality: 'Best' } }, atOnce);
    expect(stdout).toContain('Option quality: Best');
    for (const options of [null, 'Best', { quality: 7 }]) {
      const ran = await launch({ ...line, options }, atOnce);
      expectStop(ran, line, 2, 'Please start this program from its loader.');
    }
  });

  test('runs during a key rotation of the service, and accepts only its pinned keys', async () => {
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
  ])('stops if the launch line has %s', async (_what, change) => {
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

  test('checks the time of answers without challenges', async () => {
    const { line } = await open();
    expect((await launch({ ...line, challenge: 'off' })).exitCode).toBe(0);
  });

  test('accepts the service address with a trailing slash', async () => {
    const { line } = await open();
    expect((await launch({ ...line, baseUrl: `${line.baseUrl}/` })).exitCode).toBe(0);
  });

  test('states that answers are not verified without a public key', async () => {
    const { line } = await open();
    const ran = await launch({ ...line, publicKey: null });
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toMatch(
      /\nThis service does not sign its answers: they are not verified\.\n/,
    );
  });

  test('exits with the requested code', async () => {
    const { line } = await open();
    const ran = await launch(line, ['--exit-code', '7', '--seconds', '0.01']);
    expect(ran.exitCode).toBe(7);
  });

  test('reports an unknown session, a session that is not signed in, and an unknown variable', async () => {
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

  test('refuses a wrong public key', async () => {
    const { line } = await open();
    const publicKey = '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8';
    const why = "The service's answer is not used: its signature is not right.";
    expectStop(await launch({ ...line, publicKey }), line, 4, why);
  });
});

describe('without a service or without a launch line', () => {
  const unreachable = 'The license service could not be reached.';

  test('reports an unreachable service', async () => {
    const { line, wire } = await open();
    await wire.service.close();
    expectStop(await launch(line), line, 3, unreachable);
  });

  test('reports an answer that is truncated or too large', async () => {
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
  ])('refuses to start with %s on standard input', async (_what, stdin) => {
    expectStop(await launch(stdin), null, 2, 'Please start this program from its loader.');
  });

  test.each([
    { baseUrl: 'file:///etc' },
    { sessionid: '' },
    { publicKey: 'short' },
    { publicKeys: ['short'] },
    { challenge: 'maybe' },
    { method: 'PUT' },
  ])('refuses a launch line with %j', async (wrong) => {
    const { line } = await open();
    const ran = await launch({ ...line, ...wrong });
    expectStop(ran, null, 2, 'Please start this program from its loader.');
  });

  test.each([['--seconds'], ['--seconds', 'x'], ['--what', '1']])(
    'refuses the arguments %s %s',
    async (...args) => {
      const ran = await launch('', args);
      expectStop(ran, null, 1, 'Usage: node main.cjs [--seconds N] [--exit-code N]');
    },
  );
});
