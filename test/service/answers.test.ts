// The shape, the status and the signature of every answer, whatever was asked.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientApi } from '../../src/shared/wire/client-api.ts';
import { clientSpec } from '../../src/shared/wire/client-spec.ts';
import { ownApplication } from '../support/own-application.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  checked,
  freshChallenge,
  openWire,
  read,
  signatureHolds,
  wireTo,
  type Wire,
} from '../support/service-client.ts';

let service: TestService;
let wire: Wire;
beforeAll(async () => {
  service = await startTestService();
  wire = wireTo(service);
});
afterAll(() => service.close());

const echo = () => {
  const challenge = freshChallenge();
  const { name, ownerid } = service.app;
  return {
    challenge,
    query: `type=login&name=${encodeURIComponent(name)}&ownerid=${ownerid}&challenge=${challenge}`,
    echoed: { challenge, type: 'login', name, ownerid },
  };
};

describe('requests that fit no operation are answered, signed, with what could be read', () => {
  test.each(['/', '/api', '/api/1.2/', '/api/1.3/more', '/api/1.3/%zz', '/%ff'])(
    '404 at %s',
    async (path) => {
      const { challenge, query, echoed } = echo();
      const response = await fetch(`${service.url}${path}?${query}`);
      const answer = checked(service, await read(response), challenge);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body).toMatchObject({ ...echoed, code: 400, reason: 'bad-request' });
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH'])('405 for %s', async (method) => {
    const { challenge, query, echoed } = echo();
    const response = await fetch(`${service.url}/api/1.3/?${query}`, { method });
    const answer = checked(service, await read(response), challenge);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    expect(answer.body).toMatchObject(echoed);
  });

  test('HEAD changes nothing and is 405', async () => {
    const response = await fetch(`${service.url}/api/1.3/?${echo().query}`, { method: 'HEAD' });
    expect(response.status).toBe(405);
  });

  test.each([
    ['of 1 MB', 'x'.repeat(1_000_000)],
    ['of 8 MB', 'x'.repeat(8_000_000)],
    ['just above the limit', `pass=${'x'.repeat(65_532)}`],
  ])('413 for a body %s, and the sender gets to read it', async (_what, body) => {
    const { challenge, query, echoed } = echo();
    for (const form of [new URLSearchParams({ pass: body }), multipart(body)]) {
      const response = await fetch(`${service.url}/api/1.3/?${query}`, {
        method: 'POST',
        body: form,
      });
      const answer = checked(service, await read(response), challenge);
      expect(answer.status).toBe(413);
      expect(answer.body).toMatchObject({ ...echoed, message: 'The request is too large.' });
    }
  });

  test('413 for a body too large that does not announce its length', async () => {
    for (const contentType of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
    ]) {
      const part = '--b\r\ncontent-disposition: form-data; name="pass"\r\n\r\n';
      const long = 'x'.repeat(70_000);
      const body = contentType.startsWith('m') ? `${part}${long}\r\n--b--\r\n` : `pass=${long}`;
      const answer = await chunked(`${service.url}/api/1.3/?${echo().query}`, contentType, body);
      expect(answer).toContain('"message":"The request is too large."');
    }
  });

  test.each([
    ['text/plain', 'type=init'],
    ['application/xml', '<type>init</type>'],
  ])('415 for %s where the query says no type', async (contentType, body) => {
    const { challenge, query, echoed } = echo();
    const { type: _type, ...others } = echoed;
    const untyped = query.replace(/(^|&)type=[^&]*/, '');
    const response = await fetch(`${service.url}/api/1.3/?${untyped}`, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    });
    const answer = checked(service, await read(response), challenge);
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ ...others, reason: 'bad-request' });
  });

  test.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['that breaks off', 'multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-da'],
    ['that is something else', 'multipart/form-data; boundary=b', 'type=init'],
  ])('a multipart form %s is a bad request', async (_what, contentType, body) => {
    const { challenge, query } = echo();
    const response = await fetch(`${service.url}/api/1.3/?${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    });
    const answer = checked(service, await read(response), challenge);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, reason: 'bad-request' });
  });

  test('a query that the HTTP parser does not take is 431', async () => {
    const response = await fetch(`${service.url}/api/1.3/?pass=${'x'.repeat(20_000)}`);
    expect(response.status).toBe(431);
  });
});

function multipart(value: string): FormData {
  const form = new FormData();
  form.append('pass', value);
  return form;
}

/** The text of the answer to a chunked POST; what comes after the answer does not count. */
function chunked(url: string, contentType: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: 'POST', headers: { 'content-type': contentType } });
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.write(body);
    sent.end();
  });
}

describe('faults', () => {
  test('a database that fails is 500 for GET and POST, signed and echoed', async () => {
    const broken = await openWire();
    await broken.service.database.schema.dropTable('sessions').execute();
    for (const method of ['GET', 'POST', 'multipart'] as const) {
      const { status, body } = await broken.send({ type: 'init' }, method);
      expect(status).toBe(500);
      expect(body).toMatchObject({ code: 500, reason: 'internal', message: 'Internal error.' });
      expect(body['type']).toBe('init');
    }
    expect(broken.service.logText()).toMatch(/no such table|does not exist/);
    expect(broken.service.logText()).not.toContain(broken.service.app.ownerid);
  });
});

describe("the application's name", () => {
  const { ownerid } = ownApplication;

  test.each([
    ['of this application', ownApplication.name, true],
    ['with white space around it', `\t${ownApplication.name} \r\n`, true],
    ['in another case, which is another name', ownApplication.name.toUpperCase(), false],
    ['of no application', 'Nobody', false],
    ['in a form of Unicode that is not ours', 'Cafe\u0301', false],
  ])('%s is echoed letter for letter', async (_what, name, known) => {
    for (const method of ['GET', 'POST', 'multipart'] as const) {
      const { body } = await wire.send({ type: 'init', name }, method);
      // Forms send every line end as two characters.
      const sent = method === 'multipart' ? name.replace(/\r?\n/g, '\r\n') : name;
      expect(body).toMatchObject({ success: known, name: sent });
      if (!known) expect(body['reason']).toBe('app-unknown');
    }
  });

  test.each(['', ' ', 'x'.repeat(101), 'a\u0001b'])(
    '%o is none: nothing is echoed',
    async (name) => {
      const { body } = await wire.send({ type: 'init', name });
      expect(body).toMatchObject({ success: false, reason: 'bad-request', ownerid });
      expect(body).not.toHaveProperty('name');
    },
  );

  test('neither is one that is given twice', async () => {
    const { challenge, query } = echo();
    const response = await fetch(`${service.url}/api/1.3/?${query}&name=Another`);
    const { body } = checked(service, await read(response), challenge);
    expect(body).toMatchObject({ reason: 'bad-request', type: 'login', challenge });
    expect(body).not.toHaveProperty('name');
  });

  test('without a challenge an answer is as it always was', async () => {
    const { name } = service.app;
    const query = new URLSearchParams({ type: 'init', name, ownerid });
    const response = await fetch(`${service.url}/api/1.3/?${query.toString()}`);
    const { body } = checked(service, await read(response));
    for (const one of ['challenge', 'type', 'name']) expect(body).not.toHaveProperty(one);
  });

  test("no field of an operation's answer stands in its place", () => {
    for (const spec of Object.values(clientSpec))
      for (const field of ['challenge', 'type', 'name', 'ownerid'])
        expect(Object.keys(spec.success.shape)).not.toContain(field);
  });
});

describe('freshness', () => {
  test('two answers to the same question differ in nonce, session and signature', async () => {
    const challenge = freshChallenge();
    const first = await wire.send({ type: 'init', challenge });
    const second = await wire.send({ type: 'init', challenge });
    expect(first.body['nonce']).not.toBe(second.body['nonce']);
    expect(first.body['sessionid']).not.toBe(second.body['sessionid']);
    expect(first.headers.get('x-signature-ed25519')).not.toBe(
      second.headers.get('x-signature-ed25519'),
    );
  });

  test('a recorded answer does not fit another request, and cannot be made to', async () => {
    const recorded = await wire.send({ type: 'init' });
    const challenge = freshChallenge();
    // Replayed as it is: the signature holds, but the echo is of the other request.
    expect(signatureHolds(service.publicKey, recorded)).toBe(true);
    expect(recorded.body['challenge']).not.toBe(challenge);
    // With the echo put right, or with a younger timestamp, the signature does not hold.
    const forged = JSON.stringify({ ...recorded.body, challenge });
    const { headers } = recorded;
    expect(signatureHolds(service.publicKey, { headers, bytes: Buffer.from(forged) })).toBe(false);
    const younger = new Headers(headers);
    younger.set('x-signature-timestamp', '2000000000');
    expect(signatureHolds(service.publicKey, { ...recorded, headers: younger })).toBe(false);
  });

  test('the timestamp is the time of the service', async () => {
    const { send } = await openWire({ now: () => 1_900_000_000_999 });
    const { headers } = await send({ type: 'init' });
    expect(headers.get('x-signature-timestamp')).toBe('1900000000');
  });

  test('an answer for one operation does not fit another: the type is under the signature', async () => {
    const { body } = await wire.send({ type: 'check', sessionid: 'x' });
    expect(body['type']).toBe('check');
  });
});

test('every success fits the schema of the wire', async () => {
  const user = await service.addUser();
  const key = await service.addLicense({ days: 30 });
  await service.addVariable('schema-test', 'value', true);
  const started = await wire.send({ type: 'init' });
  expect(clientApi.init.success.parse(started.body).sessionid).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const sessionid = String(started.body['sessionid']);
  const { username } = user;
  const signedIn = await wire.send({
    type: 'login',
    sessionid,
    username,
    pass: user.password,
    hwid: 'h'.repeat(20),
  });
  expect(clientApi.login.success.parse(signedIn.body).info.username).toBe(username);
  const redeemed = await wire.send({ type: 'upgrade', sessionid, username, key });
  expect(clientApi.upgrade.success.parse(redeemed.body).redeemed?.seconds).toBe(30 * 86_400);
  const variable = await wire.send({ type: 'var', sessionid, varid: 'schema-test' });
  expect(clientApi.var.success.parse(variable.body).message).toBe('value');
  const checkedAgain = await wire.send({ type: 'check', sessionid });
  expect(clientApi.check.success.parse(checkedAgain.body).info?.username).toBe(username);
  const left = await wire.send({ type: 'logout', sessionid });
  expect(clientApi.logout.success.parse(left.body).success).toBe(true);
});

test('the log says what was asked for and nothing of what was said', async () => {
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

/** Resolves when the service has hung up. */
function sendGarbage(url: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('error', reject).on('close', () => resolve());
    socket.resume();
  });
}
