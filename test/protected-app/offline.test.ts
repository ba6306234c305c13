// The example app with an offline pass, which counts only if the service does not answer.
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { openWire, hwid } from '../../packages/service/test/support/service-client.ts';
import { sellerOf } from '../../packages/service/test/support/seller-client.ts';
import { expectStop, launch, listen, notUsed, nothingPinned, type Line } from './app-parts.ts';

const nowhere = 'http://127.0.0.1:9';

/** Returns the launch line of an offline loader. `issuedAt`: the service's time. */
async function open(issuedAt = Date.now()) {
  const wire = await openWire({ now: () => issuedAt });
  const { service, init, send } = wire;
  await sellerOf(service)('updatesettings', { offlinehours: '72' });
  const { username, password: pass } = await service.addUser();
  const sessionid = await init();
  const { body } = await send({ type: 'login', sessionid, username, pass, hwid, offline: '1' });
  const { name, ownerid } = service.app;
  const { publicKey, url: baseUrl } = service;
  const line = { v: 1, name, ownerid, publicKey, publicKeys: [publicKey] } as const;
  const own = { baseUrl, sessionid, challenge: 'required', method: 'GET' } as const;
  return { wire, username, line: { ...line, ...own, offline: String(body['offline']) } };
}

const stop = (line: Line, exitCode: number, why: string) =>
  launch(line).then((ran) => expectStop(ran, line, exitCode, why));

test('works offline with and without a session', async () => {
  const { line, username } = await open();
  for (const sessionid of [line.sessionid, null]) {
    const ran = await launch({ ...line, sessionid, baseUrl: nowhere });
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ran.stdout).toMatch(
      new RegExp(`^${nothingPinned.replace(/[().]/g, '.')}Offline as ${username} until `),
    );
  }
});

test('needs a pass to work offline', async () => {
  const { line } = await open();
  const { offline: _pass, ...without } = line;
  await stop({ ...without, baseUrl: nowhere }, 3, 'The license service could not be reached.');
  const ran = await launch({ ...without, sessionid: null });
  expect(ran).toMatchObject({
    exitCode: 2,
    stderr: 'Please start this program from its loader.\n',
  });
});

test('obeys a refusal despite a valid pass', async () => {
  const { line, wire, username } = await open();
  await wire.service.changeUser(username, { banned: '' });
  const ran = await launch(line);
  expect(ran.exitCode).toBe(5);
  expect(ran.stdout).not.toContain('Offline');
});

test('ignores the pass after an unsigned answer', async () => {
  const { line } = await open();
  const server = createServer((_request, response) => response.end('{"success":true}'));
  const baseUrl = await listen(server);
  await stop({ ...line, baseUrl }, 4, notUsed('it is not signed'));
});

test('rejects an invalid pass', async () => {
  const { line } = await open();
  const invalid = 'The offline pass is not valid. Go online and start this program again.';
  const { line: others } = await open();
  for (const offline of [
    `${line.offline}A`,
    line.offline.replace('.', 'A.'),
    'no pass',
    others.offline,
  ])
    await stop({ ...line, offline, baseUrl: nowhere } as Line, 5, invalid);
});

test('rejects a pass that has expired, or whose issue time is in the future', async () => {
  const ended = await open(Date.now() - 73 * 3_600_000);
  const text = 'Offline use has ended. Go online and start this program again.';
  await stop({ ...ended.line, baseUrl: nowhere }, 5, text);
  const ahead = await open(Date.now() + 3_600_000);
  await stop(
    { ...ahead.line, baseUrl: nowhere },
    5,
    "This computer's clock is wrong. Set it, or go online.",
  );
});
