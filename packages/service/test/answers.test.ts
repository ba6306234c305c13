// The shape, the status and the signature of every answer.
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientSpec } from '@latchkey/protocol/client-spec.ts';
import { ownApplication } from './support/own-application.ts';
import { startTestService, type TestService } from './support/service.ts';
import {
  checkAnswer,
  freshChallenge,
  openWire,
  readAnswer,
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

const echo = () => {
  const challenge = freshChallenge();
  const { name, ownerid } = service.app;
  return {
    challenge,
    query: `type=login&name=${encodeURIComponent(name)}&ownerid=${ownerid}&challenge=${challenge}`,
    echoed: { challenge, type: 'login', name, ownerid },
  };
};

describe('invalid requests get a signed answer that echoes the readable parameters', () => {
  test.each(['/', '/api', '/api/1.2/', '/api/1.3/more', '/api/1.3/%zz', '/%ff'])(
    'answers the path %s with 404',
    async (path) => {
      const { challenge, query, echoed } = echo();
      const response = await fetch(`${service.url}${path}?${query}`);
      const answer = checkAnswer(service, await readAnswer(response), challenge);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body).toMatchObject({ ...echoed, code: 400, reason: 'bad-request' });
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH'])('answers %s with 405', async (method) => {
    const { challenge, query, echoed } = echo();
    const response = await fetch(`${service.url}/api/1.3/?${query}`, { method });
    const answer = checkAnswer(service, await readAnswer(response), challenge);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    expect(answer.body).toMatchObject(echoed);
  });

  test('answers HEAD with 405', async () => {
    const response = await fetch(`${service.url}/api/1.3/?${echo().query}`, { method: 'HEAD' });
    expect(response.status).toBe(405);
  });

  test.each([
    ['of 1 MB', 'x'.repeat(1_000_000)],
    ['of 8 MB', 'x'.repeat(8_000_000)],
    ['just above the limit', `pass=${'x'.repeat(65_532)}`],
  ])('answers a body %s with 413, and the sender receives the answer', async (_what, body) => {
    const { challenge, query, echoed } = echo();
    for (const form of [new URLSearchParams({ pass: body }), multipart(body)]) {
      const response = await fetch(`${service.url}/api/1.3/?${query}`, {
        method: 'POST',
        body: form,
      });
      const answer = checkAnswer(service, await readAnswer(response), challenge);
      expect(answer.status).toBe(413);
      expect(answer.body).toMatchObject({ ...echoed, message: 'The request is too large.' });
    }
  });

  test('answers a large body of unknown length with 413', async () => {
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
  ])('answers %s with 415 if the query has no type', async (contentType, body) => {
    const { challenge, query, echoed } = echo();
    const { type: _type, ...others } = echoed;
    const untyped = query.replace(/(^|&)type=[^&]*/, '');
    const response = await fetch(`${service.url}/api/1.3/?${untyped}`, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    });
    const answer = checkAnswer(service, await readAnswer(response), challenge);
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ ...others, reason: 'bad-request' });
  });

  test.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['broken off', 'multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-da'],
    ['of other content', 'multipart/form-data; boundary=b', 'type=init'],
  ])('a multipart form %s is a bad request', async (_what, contentType, body) => {
    const { challenge, query } = echo();
    const response = await fetch(`${service.url}/api/1.3/?${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    });
    const answer = checkAnswer(service, await readAnswer(response), challenge);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, reason: 'bad-request' });
  });

  test('answers a query that the HTTP parser rejects with 431', async () => {
    const response = await fetch(`${service.url}/api/1.3/?pass=${'x'.repeat(20_000)}`);
    expect(response.status).toBe(431);
  });
});

function multipart(value: string): FormData {
  const form = new FormData();
  form.append('pass', value);
  return form;
}

/** The text of the answer to a chunked POST. Errors after the answer are ignored. */
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

describe('internal errors', () => {
  test('a database failure gives a signed 500 with the challenge, for GET and POST', async () => {
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
  ])('a name %s is echoed unchanged', async (_what, name, known) => {
    for (const method of ['GET', 'POST', 'multipart'] as const) {
      const { body } = await wire.send({ type: 'init', name }, method);
      // Multipart forms encode every line break as CRLF.
      const sent = method === 'multipart' ? name.replace(/\r?\n/g, '\r\n') : name;
      expect(body).toMatchObject({ success: known, name: sent });
      if (!known) expect(body['reason']).toBe('app-unknown');
    }
  });

  test.each(['', ' ', 'x'.repeat(101), 'a\u0001b'])(
    'rejects %o and echoes no name',
    async (name) => {
      const { body } = await wire.send({ type: 'init', name });
      expect(body).toMatchObject({ success: false, reason: 'bad-request', ownerid });
      expect(body).not.toHaveProperty('name');
    },
  );

  test('rejects a name that is given twice and echoes neither', async () => {
    const { challenge, query } = echo();
    const response = await fetch(`${service.url}/api/1.3/?${query}&name=Another`);
    const { body } = checkAnswer(service, await readAnswer(response), challenge);
    expect(body).toMatchObject({ reason: 'bad-request', type: 'login', challenge });
    expect(body).not.toHaveProperty('name');
  });

  test('an answer to a request without a challenge echoes nothing', async () => {
    const { name } = service.app;
    const query = new URLSearchParams({ type: 'init', name, ownerid });
    const response = await fetch(`${service.url}/api/1.3/?${query.toString()}`);
    const { body } = checkAnswer(service, await readAnswer(response));
    for (const one of ['challenge', 'type', 'name']) expect(body).not.toHaveProperty(one);
  });

  test('no operation has an answer field with the name of an echoed parameter', () => {
    for (const spec of Object.values(clientSpec))
      for (const field of ['challenge', 'type', 'name', 'ownerid'])
        expect(Object.keys(spec.success.shape)).not.toContain(field);
  });
});
