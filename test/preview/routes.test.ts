// Routing of requests to the preview: requests that are not from its own page are refused.
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../src/shared/commands.ts';
import { type RequestFacts, routeOf } from '../../src/preview/routes.ts';
import { createToken, isToken } from '../../src/preview/token.ts';

const host = '127.0.0.1:40123';
const token = createToken();
const page = 'c0ffee00-1111-2222-3333-444455556666';

const open: RequestFacts = {
  method: 'GET',
  target: `/${token}/`,
  host,
  origin: undefined,
  contentType: undefined,
  page: undefined,
};

const call: RequestFacts = {
  method: 'POST',
  target: `/${token}/bridge/signIn`,
  host,
  origin: `http://${host}`,
  contentType: 'application/json',
  page,
};

const routed = (facts: RequestFacts, change: Partial<RequestFacts> = {}) =>
  routeOf({ ...facts, ...change }, host, token);

const refused = (status: number) => ({ kind: 'refused', status });

describe('the token', () => {
  it('is 32 fresh random bytes', () => {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(createToken()).not.toBe(token);
  });

  it('matches only an identical token', () => {
    expect(isToken(token, token)).toBe(true);
    for (const other of ['', token.slice(0, -1), `${token}A`, token.toUpperCase(), createToken()])
      expect(isToken(other, token)).toBe(false);
  });
});

describe('files and events', () => {
  it('are served with the token', () => {
    expect(routed(open)).toEqual({ kind: 'file', path: '' });
    expect(routed(open, { target: `/${token}/assets/index.js` })).toEqual({
      kind: 'file',
      path: 'assets/index.js',
    });
    expect(routed(open, { target: `/${token}/events/${page}` })).toEqual({ kind: 'events', page });
  });

  it.each([
    '/',
    '',
    '*',
    '/index.html',
    '/favicon.ico',
    `/${token}`,
    `//${token}/`,
    `/x/${token}/`,
    `/${token.slice(1)}/`,
    `/${createToken()}/`,
    `/?token=${token}`,
    `/bridge/signIn`,
    `http://${host}/${token}/`,
  ])('answer 404 at %s', (target) => {
    expect(routed(open, { target })).toEqual(refused(404));
  });

  it('reject page ids that the bridge would not create', () => {
    for (const id of ['', 'x', `${page}0`, '../../etc/passwd', page.toUpperCase()])
      expect(routed(open, { target: `/${token}/events/${id}` })).toEqual(refused(404));
  });

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('refuse %s', (method) => {
    expect(routed(open, { method })).toEqual(refused(405));
  });
});

describe('the sender', () => {
  it.each([
    undefined,
    '',
    '127.0.0.1',
    '127.0.0.1:40124',
    'localhost:40123',
    'rebound.example:40123',
    `${host}.rebound.example`,
  ])('is refused with the Host %s', (given) => {
    expect(routed(open, { host: given })).toEqual(refused(404));
    expect(routed(call, { host: given })).toEqual(refused(404));
  });

  it.each(['null', '', 'https://elsewhere.example', `https://${host}`, 'http://127.0.0.1:1'])(
    'is refused with the Origin %s',
    (origin) => {
      expect(routed(open, { origin })).toEqual(refused(404));
      expect(routed(call, { origin })).toEqual(refused(404));
    },
  );
});

describe('commands', () => {
  it('are all reachable by name', () => {
    for (const name of commandNames)
      expect(routed(call, { target: `/${token}/bridge/${name}` })).toEqual({
        kind: 'call',
        name,
        page,
      });
  });

  it('are not reachable without an Origin', () => {
    expect(routed(call, { origin: undefined })).toEqual(refused(404));
  });

  it.each(['', 'signin', 'constructor', '__proto__', 'signIn/', 'signIn%00'])(
    'do not include %s',
    (name) => {
      expect(routed(call, { target: `/${token}/bridge/${name}` })).toEqual(refused(404));
    },
  );

  it('require POST, JSON and a page id', () => {
    expect(routed(call, { method: 'GET' })).toEqual(refused(405));
    expect(routed(call, { page: undefined })).toEqual(refused(404));
    for (const contentType of [undefined, 'text/plain', 'application/x-www-form-urlencoded'])
      expect(routed(call, { contentType })).toEqual(refused(415));
  });
});
