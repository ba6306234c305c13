// A forger on the way who has not got the service's key: everything that can be done to an honest answer, or put in its place.
import { gzipSync } from 'node:zlib';
import { signatureHeader, timestampHeader } from '../../src/shared/wire/envelope.ts';
import {
  type Answer,
  bytesOf,
  headerOf,
  type Signer,
  unsigned,
  withBody,
  withHeaders,
} from './answers.ts';
import type { HostileCase, World } from './cases.ts';
import type { Caught } from './relay.ts';

type Change = (answer: Answer, world: World, caught: Caught) => Answer | Promise<Answer>;
type Deed = NonNullable<HostileCase['deed']>;

/** Sends the honest answer, changed. */
const changed =
  (change: Change): Deed =>
  async (caught, world) =>
    caught.send(await change(await caught.honest(), world, caught));
/** Sends something else, without asking the service. */
const instead =
  (answer: (world: World, caught: Caught) => Answer): Deed =>
  (caught, world) =>
    caught.send(answer(world, caught));

/** At the sign-in, unless `more` says otherwise; refused as an answer that is not the service's. */
const forged = (name: string, change: Change, more: Partial<HostileCase> = {}): HostileCase => ({
  ...{ name, at: 'sign-in', deed: changed(change), failure: 'bad-signature' },
  ...more,
});
const signature = (change: (value: string) => string | null): Change => {
  return (answer) =>
    withHeaders(answer, { [signatureHeader]: change(headerOf(answer, signatureHeader)) });
};
const timestamp = (change: (value: string) => string | null): Change => {
  return (answer) =>
    withHeaders(answer, { [timestampHeader]: change(headerOf(answer, timestampHeader)) });
};
const body =
  (change: (text: string) => string | Uint8Array): Change =>
  (answer) =>
    withBody(answer, change);

/** The order of Ed25519's group, little end first (RFC 8032): adding it to a signature's second half changes nothing but its bytes. */
const groupOrder = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
function otherFormOf(hex: string): string {
  const second = Buffer.from(hex.slice(64), 'hex').reverse().toString('hex');
  const sum = (BigInt(`0x${second}`) + groupOrder).toString(16).padStart(64, '0');
  return hex.slice(0, 64) + Buffer.from(sum, 'hex').reverse().toString('hex');
}

const granted = { success: true, code: 68, message: 'Logged in!' };
/** A success as the service would say it to this very request. */
const forgedSuccess = ({ params }: Caught, world: World): object => ({
  ...granted,
  info: {
    username: params['username'],
    subscriptions: [{ subscription: 'Pro', key: null, expiry: '4102444800', level: '9' }],
  },
  nonce: '00000000-0000-4000-8000-000000000000',
  ownerid: world.service.app.ownerid,
  challenge: params['challenge'],
  type: params['type'],
  name: params['name'],
});

const signatures: readonly HostileCase[] = [
  forged(
    'no signature',
    signature(() => null),
  ),
  forged(
    'no timestamp',
    timestamp(() => null),
  ),
  forged('neither', (answer) =>
    withHeaders(answer, { [signatureHeader]: null, [timestampHeader]: null }),
  ),
  forged(
    'an empty signature',
    signature(() => ''),
  ),
  forged(
    'a signature of zeros',
    signature(() => '0'.repeat(128)),
  ),
  forged(
    'a signature cut short',
    signature((hex) => hex.slice(0, 126)),
  ),
  forged(
    'a signature with more behind it',
    signature((hex) => `${hex}00`),
  ),
  forged(
    'a signature in base64',
    signature((hex) => Buffer.from(hex, 'hex').toString('base64')),
  ),
  forged(
    'a signature with its halves exchanged',
    signature((hex) => hex.slice(64) + hex.slice(0, 64)),
  ),
  forged('the same signature in its other form', signature(otherFormOf)),
  forged('two signatures, one of them right', (answer) => ({
    ...answer,
    headers: [[signatureHeader, '0'.repeat(128)], ...answer.headers],
  })),
  forged('the signature in a trailer only', (answer) => {
    const trailers = answer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const chunked = `${answer.body.length.toString(16)}\r\n${answer.body.toString()}\r\n0\r\n${trailers}\r\n`;
    return {
      status: 200,
      headers: [
        ['transfer-encoding', 'chunked'],
        ['trailer', `${signatureHeader}, ${timestampHeader}`],
      ],
      body: Buffer.from(chunked),
    };
  }),
  forged('a stranger signs the honest answer', ({ body: honest }, { stranger }) =>
    stranger.sign(honest),
  ),
  forged(
    'another second',
    timestamp((seconds) => String(Number(seconds) + 1)),
  ),
  forged(
    'the same second, written otherwise',
    timestamp((seconds) => `0${seconds}`),
  ),
  forged(
    'the second with a fraction',
    timestamp((seconds) => `${seconds}.0`),
  ),
  forged('the body begins in the timestamp', (answer) => {
    const text = answer.body.toString();
    const moved = withHeaders(answer, {
      [timestampHeader]: headerOf(answer, timestampHeader) + text.slice(0, 16),
    });
    return { ...moved, body: Buffer.from(text.slice(16)) };
  }),
];

const bodies: readonly HostileCase[] = [
  forged(
    'one space more',
    body((text) => `${text} `),
  ),
  forged(
    'a byte-order mark in front',
    body((text) => `\ufeff${text}`),
  ),
  forged(
    'a higher level',
    body((text) => text.replace('"level":"1"', '"level":"9"')),
  ),
  forged(
    'the key said twice',
    body((text) => text.replace(/}$/, ',"success":true}')),
  ),
  forged(
    'a second document behind the first',
    body((text) => `${text}{"success":true}`),
  ),
  forged(
    'the same in UTF-16',
    body((text) => Buffer.from(text, 'utf16le')),
  ),
  forged(
    'printed anew',
    body((text) => JSON.stringify(JSON.parse(text), null, 1)),
  ),
  forged(
    'a refusal turned into a success',
    body((text) => text.replace('false', 'true')),
    {
      as: 'wrong-password',
    },
  ),
  forged(
    'a success in place of a refusal, under its signature',
    (answer, world, caught) => withBody(answer, () => JSON.stringify(forgedSuccess(caught, world))),
    { as: 'wrong-password' },
  ),
  forged(
    'a subscription for who has none',
    (answer, world, caught) => withBody(answer, () => JSON.stringify(forgedSuccess(caught, world))),
    { as: 'expired' },
  ),
  forged(
    'subscriptions in a header',
    (answer, world, caught) =>
      withHeaders(answer, { 'x-info': JSON.stringify(forgedSuccess(caught, world)) }),
    { as: 'expired', failure: null, phase: 'no-subscription' },
  ),
  forged(
    'a success behind a refusal, as if somebody had asked again',
    (answer, world, caught) => ({
      ...answer,
      headers: [...answer.headers, ['content-length', String(answer.body.length)]],
      body: Buffer.concat([
        answer.body,
        bytesOf(unsigned(200, JSON.stringify(forgedSuccess(caught, world)))),
      ]),
    }),
    { as: 'expired', failure: null, phase: 'no-subscription' },
  ),
];

const wholeAnswers: readonly HostileCase[] = [
  ...(
    [
      ['a stranger signs a success', (signer: Signer, text: string) => signer.sign(text)],
      ['a success that nobody signed', (_signer: Signer, text: string) => unsigned(200, text)],
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
      ['a question for the code', 'code-needed', {}],
      ['a wish for another code', 'bad-code', {}],
      ['a ban', 'banned', { bannedReason: 'because' }],
      ['another computer', 'wrong-device', {}],
      ['a paused application', 'app-paused', {}],
      ['an ended subscription', 'no-subscription', { lapsed: [] }],
      ['a lost session', 'session-gone', {}],
      ['a limit', 'rate-limited', { retryAfter: 3600 }],
    ] as const
  ).map(([name, reason, fields]): HostileCase => ({
    name: `${name} that nobody signed`,
    at: 'sign-in',
    deed: instead(() =>
      unsigned(400, JSON.stringify({ success: false, reason, message: '', ...fields })),
    ),
    failure: 'bad-signature',
  })),
  {
    name: 'an update that nobody signed',
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
    name: `${status} that nobody signed, with a success in it`,
    at: 'sign-in',
    deed: instead((world, caught) =>
      unsigned(status, JSON.stringify(forgedSuccess(caught, world))),
    ),
    failure: 'server-down',
  })),
  {
    name: 'a limit of the older kind that nobody signed',
    at: 'sign-in',
    deed: instead(() => unsigned(200, '{"status":false,"message":"slow down","retryAfter":3600}')),
    failure: 'bad-signature',
  },
  {
    name: 'an unknown application, in plain text that nobody signed',
    at: 'start',
    deed: instead(() => unsigned(200, 'KeyAuth_Invalid', 'text/plain')),
    failure: 'bad-signature',
  },
  {
    name: 'a page that says success',
    at: 'sign-in',
    deed: instead(() => unsigned(200, '<!doctype html>{"success":true}', 'text/html')),
    failure: 'captive-portal',
  },
  {
    name: 'a session of the forger',
    at: 'start',
    deed: instead(() => unsigned(200, '{"success":true,"sessionid":"forgers-own-session"}')),
    failure: 'bad-signature',
  },
  {
    name: 'a receipt that nobody signed',
    at: 'redeem',
    deed: instead(() => unsigned(200, '{"success":true,"message":"Upgraded successfully"}')),
    failure: 'bad-signature',
  },
  {
    name: 'a used key that nobody signed',
    at: 'redeem',
    deed: instead(() => unsigned(400, '{"success":false,"reason":"key-used","message":""}')),
    failure: 'bad-signature',
  },
  {
    name: 'a valid session that nobody signed',
    at: 'launch',
    deed: instead(() => unsigned(200, '{"success":true,"message":"Session is validated."}')),
    failure: 'bad-signature',
  },
  {
    name: 'an ended session that nobody signed',
    at: 'launch',
    deed: instead(() => unsigned(400, '{"success":false,"reason":"session-gone","message":""}')),
    failure: 'bad-signature',
  },
  forged('the honest answer, compressed by somebody who broke it', (answer) => ({
    ...withHeaders(answer, { 'content-encoding': 'gzip' }),
    body: gzipSync(answer.body.toString().replace('"level":"1"', '"level":"9"')),
  })),
];

export const forgedCases: readonly HostileCase[] = [...signatures, ...bodies, ...wholeAnswers];
