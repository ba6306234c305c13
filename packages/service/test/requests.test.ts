// How requests are read: three ways to send them, exact text, no repeated parameters.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './support/service.ts';
import {
  checkAnswer,
  freshChallenge,
  hwid,
  readAnswer,
  wireTo,
  type Method,
  type Wire,
} from './support/service-client.ts';

let service: TestService;
let wire: Wire;
beforeAll(async () => {
  service = await startTestService();
  wire = wireTo(service);
});
afterAll(() => service.close());

const application = () => `name=Test+Application&ownerid=${service.app.ownerid}`;

async function raw(query: string, form?: BodyInit, contentType?: string) {
  const response = await fetch(`${service.url}/api/1.3/?${query}`, {
    ...(form !== undefined && { method: 'POST', body: form }),
    ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
  });
  return checkAnswer(service, await readAnswer(response));
}

const urlencoded = 'application/x-www-form-urlencoded';

describe('the three ways to send a request', () => {
  test.each<Method>(['GET', 'POST', 'multipart'])('sign in by %s', async (method) => {
    const username = `three kinds ${randomUUID()}`;
    const user = await service.addUser({ username, password: 'a &=+%ü' });
    const started = await wire.send({ type: 'init', ver: '1.0' }, method);
    const sessionid = String(started.body['sessionid']);
    const { status, body } = await wire.send(
      { type: 'login', sessionid, username: user.username, pass: user.password, hwid },
      method,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, info: { username: user.username } });
  });

  test.each([
    ...['/api/1.3', '/api/1.3/', '//api/1.3/', '/api//1.3', '/api/1.3//', '///api///1.3///'],
  ])('reach %s without a redirect', async (path) => {
    const url = `${service.url}${path}?type=init&${application()}`;
    for (const method of ['GET', 'POST']) {
      const response = await fetch(url, { method, redirect: 'manual' });
      expect(response.status).toBe(200);
      checkAnswer(service, await readAnswer(response));
    }
  });

  test.each(['//api/seller/', '/api//seller'])('reach the seller API at %s', async (path) => {
    const { sellerkey } = service.app;
    const ask = async (key: string): Promise<unknown> =>
      (await fetch(`${service.url}${path}?sellerkey=${key}&type=fetchallsubs`)).json();
    expect(await ask(sellerkey)).toMatchObject({ success: true });
    expect(await ask('x'.repeat(32))).toMatchObject({ message: 'Invalid seller key' });
  });

  test('get status 400 for a failure by GET, and 200 by POST', async () => {
    const gone = { type: 'check', sessionid: 'gone' };
    for (const [method, status] of [
      ['GET', 400],
      ['POST', 200],
      ['multipart', 200],
    ] as const) {
      const answer = await wire.send(gone, method);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ success: false, code: 400, reason: 'session-gone' });
    }
  });

  test('combine query and form into one set of parameters', async () => {
    const challenge = freshChallenge();
    const { body } = await raw(`type=init&challenge=${challenge}`, application(), urlencoded);
    expect(body).toMatchObject({ success: true, type: 'init', challenge });
  });
});

describe('a parameter given twice', () => {
  const refused = {
    success: false,
    reason: 'bad-request',
    message: 'The parameter "ownerid" was given twice.',
  };

  test('is refused in the query', async () => {
    const { status, body } = await raw(`type=init&${application()}&ownerid=otherOwner`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ...refused, ownerid: '' });
  });

  test('is refused in a form, in a multipart form, and across query and form', async () => {
    const twice = `type=init&${application()}&ownerid=${service.app.ownerid}`;
    expect((await raw('', twice, urlencoded)).body).toMatchObject(refused);
    const across = await raw('ownerid=otherOwner', `type=init&${application()}`, urlencoded);
    expect(across.body).toMatchObject(refused);
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(twice)) form.append(name, value);
    expect((await raw('', form)).body).toMatchObject(refused);
  });

  test('is refused even if it is unknown, and a repeated challenge is not echoed', async () => {
    const { body } = await raw(
      `type=init&${application()}&challenge=${freshChallenge()}&challenge=${freshChallenge()}`,
    );
    expect(body).toMatchObject({ message: 'The parameter "challenge" was given twice.' });
    expect(body).not.toHaveProperty('challenge');
    expect(body).not.toHaveProperty('type');
    const unknown = await raw(`type=init&${application()}&%C3%BC=1&%C3%BC=1`);
    expect(unknown.body).toMatchObject({ message: 'A parameter was given twice.' });
  });
});

describe('invalid text', () => {
  const bad = {
    success: false,
    reason: 'bad-request',
    message: expect.stringMatching(/^The parameter "pass" is not (valid|UTF-8 text)\./) as string, // matches a string
  };
  const login = () => `type=login&${application()}&sessionid=x&username=u&hwid=${hwid}&pass=`;

  test.each([
    ['broken UTF-8', '%FF'],
    ['an encoded lone surrogate', 'a%ED%A0%80b'],
    ['an overlong encoding', '%C0%AF'],
    ['half of a percent-encoded character', '100%C3%'],
    ['NUL', 'a%00b'],
    ['a control character', 'a%1Bb'],
    ['a line feed', 'a%0Ab'],
    ['a C1 control character', 'a%C2%85b'],
    ['more than 1024 characters', 'x'.repeat(1025)],
  ])('is refused in a query and in a form: %s', async (_what, piece) => {
    expect((await raw(login() + piece)).body).toMatchObject(bad);
    expect((await raw('', login() + piece, urlencoded)).body).toMatchObject(bad);
  });

  test('is refused as raw bytes in a form or a multipart form', async () => {
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(login()))
      form.append(name, name === 'pass' ? new Blob([new Uint8Array([0x61, 0xff])]) : value);
    expect((await raw('', form)).body).toMatchObject(bad);
    const bytes = Buffer.concat([Buffer.from(login()), Buffer.from([0xff])]);
    expect((await raw('', bytes, urlencoded)).body).toMatchObject(bad);
  });

  test('is refused as the name of a parameter', async () => {
    const { body } = await raw(`type=init&${application()}&%FF=1`);
    expect(body).toMatchObject({
      message: 'The name of a parameter is not UTF-8 text. Its encoding is probably Windows-1252.',
    });
  });

  test('is reported as missing if it is absent or empty', async () => {
    const missing = { reason: 'bad-request', message: 'The parameter "pass" is missing.' };
    expect((await raw(login())).body).toMatchObject(missing);
    expect((await raw(login().replace('&pass=', ''))).body).toMatchObject(missing);
    const noOwner = await raw('type=init&name=x');
    expect(noOwner.body).toMatchObject({ message: 'The parameter "ownerid" is missing.' });
    const noName = await raw(`type=init&ownerid=${service.app.ownerid}`);
    expect(noName.body).toMatchObject({ message: 'The parameter "name" is missing.' });
  });

  test('is refused as a one-time code', async () => {
    for (const code of ['12345', '1234567', '1234567890', 'abcdef', '12345½', '½', '-']) {
      const { body } = await wire.send({
        type: 'login',
        sessionid: 'x',
        username: 'u',
        pass: 'p',
        hwid,
        code,
      });
      expect(body).toMatchObject({ message: 'The parameter "code" is not valid.' });
    }
  });

  test('is refused, as are too many parameters', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `p${index}=1`).join('&');
    const { body } = await raw(`type=init&${application()}&${many}`);
    expect(body).toMatchObject({ message: 'There are too many parameters.' });
  });
});

describe('application and operation', () => {
  test('an unknown application gets KeyAuth_Invalid as JSON', async () => {
    for (const other of [{ name: 'Another' }, { ownerid: 'otherOwner' }]) {
      const { status, body } = await wire.send({ type: 'init', ...other });
      expect(status).toBe(400);
      expect(body).toMatchObject({ message: 'KeyAuth_Invalid', reason: 'app-unknown' });
      expect(body['ownerid']).toBe(other.ownerid ?? service.app.ownerid);
    }
  });

  test.each(['', 'Login', 'nope', '__proto__', 'constructor', 'toString'])(
    'the type "%s" is unknown',
    async (type) => {
      const { body } = await wire.send({ type });
      expect(body).toMatchObject({ reason: 'type-unknown' });
      expect(body['type']).toBe(type === '' ? undefined : type);
    },
  );

  test('an invalid ownerid is refused and not echoed', async () => {
    const { body } = await wire.send({ type: 'init', ownerid: 'short' });
    expect(body).toMatchObject({ message: 'The parameter "ownerid" is not valid.', ownerid: '' });
  });

  test.each(['short', 'x'.repeat(65), 'a b c d e f g h i j k', 'üüüüüüüüüüüüüüüüüü'])(
    'the challenge "%s" is refused and not echoed',
    async (challenge) => {
      const { body } = await wire.send({ type: 'init', challenge });
      expect(body).toMatchObject({ message: 'The parameter "challenge" is not valid.' });
      expect(body).not.toHaveProperty('challenge');
    },
  );

  test('an answer without a challenge echoes nothing', async () => {
    const { body } = await raw(`type=init&${application()}`);
    expect(body['success']).toBe(true);
    expect(body).not.toHaveProperty('challenge');
    expect(body).not.toHaveProperty('type');
  });

  test('a parameter `type` inside a value stays part of the value', async () => {
    const password = 'x&type=upgrade#&sessionid=y%26';
    const user = await service.addUser({ password });
    for (const method of ['GET', 'POST', 'multipart'] as const) {
      const sessionid = await wire.init();
      const { body } = await wire.send(
        { type: 'login', sessionid, username: user.username, pass: password, hwid },
        method,
      );
      expect(body).toMatchObject({ success: true, type: 'login' });
    }
  });
});
