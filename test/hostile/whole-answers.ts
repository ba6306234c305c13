// Complete answers that replace the honest one: from another time, service or request, or of
// another kind.
import { gzipSync } from 'node:zlib';
import { type Signer, unsigned, withHeaders } from './answers.ts';
import type { HostileCase } from './cases.ts';
import { forged, forgedSuccess, instead } from './forging.ts';

export const wholeAnswers: readonly HostileCase[] = [
  ...(
    [
      ['a success signed with another key', (signer: Signer, text: string) => signer.sign(text)],
      ['an unsigned success', (_signer: Signer, text: string) => unsigned(200, text)],
    ] as const
  ).flatMap(([name, make]) =>
    (
      [
        ['sign-in', 'wrong-password'],
        ['code', 'two-factor'],
      ] as const
    ).map(([at, as]): HostileCase => ({
      name,
      at,
      as,
      deed: instead((world, caught) =>
        make(world.stranger, JSON.stringify(forgedSuccess(caught, world))),
      ),
      failure: 'bad-signature',
    })),
  ),
  ...(
    [
      ['a wrong password', 'bad-credentials', {}],
      ['a request for the code', 'code-needed', {}],
      ['a wrong code', 'bad-code', {}],
      ['a ban', 'banned', { bannedReason: 'because' }],
      ['a wrong device', 'wrong-device', {}],
      ['a paused application', 'app-paused', {}],
      ['an ended subscription', 'no-subscription', { lapsed: [] }],
      ['a lost session', 'session-gone', {}],
      ['a rate limit', 'rate-limited', { retryAfter: 3600 }],
    ] as const
  ).map(([name, reason, fields]): HostileCase => ({
    name: `${name}, unsigned`,
    at: 'sign-in',
    deed: instead(() =>
      unsigned(400, JSON.stringify({ success: false, reason, message: '', ...fields })),
    ),
    failure: 'bad-signature',
  })),
  {
    name: 'an unsigned required update',
    at: 'start',
    deed: instead(({ elsewhere }) =>
      unsigned(
        400,
        JSON.stringify({ success: false, message: 'invalidver', download: elsewhere.url }),
      ),
    ),
    failure: 'bad-signature',
  },
  ...([429, 500, 502, 503, 504] as const).map((status): HostileCase => ({
    name: `status ${status} with an unsigned success`,
    at: 'sign-in',
    deed: instead((world, caught) =>
      unsigned(status, JSON.stringify(forgedSuccess(caught, world))),
    ),
    failure: 'server-down',
  })),
  {
    name: 'an unsigned rate limit of older services',
    at: 'sign-in',
    deed: instead(() => unsigned(200, '{"status":false,"message":"slow down","retryAfter":3600}')),
    failure: 'bad-signature',
  },
  {
    name: 'an unknown application in unsigned plain text',
    at: 'start',
    deed: instead(() => unsigned(200, 'KeyAuth_Invalid', 'text/plain')),
    failure: 'bad-signature',
  },
  {
    name: 'an HTML page with a success',
    at: 'sign-in',
    deed: instead(() => unsigned(200, '<!doctype html>{"success":true}', 'text/html')),
    failure: 'captive-portal',
  },
  {
    name: 'a session id of the forger',
    at: 'start',
    deed: instead(() => unsigned(200, '{"success":true,"sessionid":"forgers-own-session"}')),
    failure: 'bad-signature',
  },
  {
    name: 'an unsigned receipt',
    at: 'redeem',
    deed: instead(() => unsigned(200, '{"success":true,"message":"Upgraded successfully"}')),
    failure: 'bad-signature',
  },
  {
    name: 'an unsigned used key',
    at: 'redeem',
    deed: instead(() => unsigned(400, '{"success":false,"reason":"key-used","message":""}')),
    failure: 'bad-signature',
  },
  {
    name: 'an unsigned valid session',
    at: 'launch',
    deed: instead(() => unsigned(200, '{"success":true,"message":"Session is validated."}')),
    failure: 'bad-signature',
  },
  {
    name: 'an unsigned ended session',
    at: 'launch',
    deed: instead(() => unsigned(400, '{"success":false,"reason":"session-gone","message":""}')),
    failure: 'bad-signature',
  },
  forged('the honest answer with damaged compression', (answer) => ({
    ...withHeaders(answer, { 'content-encoding': 'gzip' }),
    body: gzipSync(answer.body.toString().replace('"level":"1"', '"level":"9"')),
  })),
];
