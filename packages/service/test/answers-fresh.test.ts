// Answers are fresh and fit the schemas of the wire, and the log contains no request data.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { startTestService, type TestService } from './support/service.ts';
import {
  freshChallenge,
  openWire,
  isSignatureValid,
  wireTo,
  type Wire,
} from './support/service-client.ts';

let service: TestService;
let wire: Wire;
beforeAll(async () => {
  service = await startTestService();
  wire = wireTo(service);
});
afterAll(() => service.close());

describe('freshness', () => {
  test('two answers to the same request differ in nonce, session and signature', async () => {
    const challenge = freshChallenge();
    const first = await wire.send({ type: 'init', challenge });
    const second = await wire.send({ type: 'init', challenge });
    expect(first.body['nonce']).not.toBe(second.body['nonce']);
    expect(first.body['sessionid']).not.toBe(second.body['sessionid']);
    expect(first.headers.get('x-signature-ed25519')).not.toBe(
      second.headers.get('x-signature-ed25519'),
    );
  });

  test('a recorded answer is invalid for any other request, even with a changed challenge', async () => {
    const recorded = await wire.send({ type: 'init' });
    const challenge = freshChallenge();
    // Replayed unchanged: the signature is valid, but the challenge belongs to the other request.
    expect(isSignatureValid(service.publicKey, recorded)).toBe(true);
    expect(recorded.body['challenge']).not.toBe(challenge);
    // With the challenge or the timestamp replaced, the signature is invalid.
    const forged = JSON.stringify({ ...recorded.body, challenge });
    const { headers } = recorded;
    expect(isSignatureValid(service.publicKey, { headers, bytes: Buffer.from(forged) })).toBe(
      false,
    );
    const younger = new Headers(headers);
    younger.set('x-signature-timestamp', '2000000000');
    expect(isSignatureValid(service.publicKey, { ...recorded, headers: younger })).toBe(false);
  });

  test("the timestamp is the time of the service's clock", async () => {
    const { send } = await openWire({ now: () => 1_900_000_000_999 });
    const { headers } = await send({ type: 'init' });
    expect(headers.get('x-signature-timestamp')).toBe('1900000000');
  });

  test('the signed type ties an answer to its operation', async () => {
    const { body } = await wire.send({ type: 'check', sessionid: 'x' });
    expect(body['type']).toBe('check');
  });
});

test('every successful answer fits its schema', async () => {
  const user = await service.addUser();
  const key = await service.addLicense({ days: 30 });
  const varid = randomUUID();
  await service.addVariable(varid, 'value', true);
  const started = await wire.send({ type: 'init' });
  expect(clientSpec.init.success.parse(started.body).sessionid).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const sessionid = String(started.body['sessionid']);
  const { username } = user;
  const signedIn = await wire.send({
    type: 'login',
    sessionid,
    username,
    pass: user.password,
    hwid: 'h'.repeat(20),
  });
  expect(clientSpec.login.success.parse(signedIn.body).info.username).toBe(username);
  const redeemed = await wire.send({ type: 'upgrade', sessionid, username, key });
  expect(clientSpec.upgrade.success.parse(redeemed.body).redeemed?.seconds).toBe(30 * 86_400);
  const variable = await wire.send({ type: 'var', sessionid, varid });
  expect(clientSpec.var.success.parse(variable.body).message).toBe('value');
  const checkedAgain = await wire.send({ type: 'check', sessionid });
  expect(clientSpec.check.success.parse(checkedAgain.body).info?.username).toBe(username);
  const left = await wire.send({ type: 'logout', sessionid });
  expect(clientSpec.logout.success.parse(left.body).success).toBe(true);
});

test('the log contains paths, but no parameters', async () => {
  const { service: logged, send } = await openWire();
  const user = await logged.addUser({ totp: true, username: 'log-username' });
  const started = await send({ type: 'init' });
  const sessionid = String(started.body['sessionid']);
  const { username, password, totpSecret } = user;
  const code = logged.totpCode(totpSecret ?? '');
  const device = 'log-device-id'.padEnd(64, 'x');
  for (const method of ['GET', 'POST', 'multipart'] as const)
    await send({ type: 'login', sessionid, username, pass: password, hwid: device, code }, method);
  await fetch(`${logged.url}/api/seller/?sellerkey=${logged.app.sellerkey}&type=delwebhook`);
  await fetch(`${logged.url}/api/1.3&pass=${password}?pass=${password}`);
  await sendGarbage(logged.url, `GET /api/1.3/?pass=${password} HTTP/9.9\r\n\r\n`);
  const text = logged.logText();
  expect(text).toContain('"path":"/api/1.3"');
  expect(text).toContain('"path":"/api/seller"');
  for (const secret of [password, sessionid, code, device, username, logged.app.sellerkey])
    expect(text).not.toContain(secret);
});

/** Resolves when the service has closed the connection. */
function sendGarbage(url: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('error', reject).on('close', () => resolve());
    socket.resume();
  });
}
