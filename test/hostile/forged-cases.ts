// A forger on the network without the service's key: changes to an honest answer, and answers that
// replace it.
import { signatureHeader, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { bytesOf, headerOf, unsigned, withBody, withHeaders } from './answers.ts';
import type { HostileCase } from './cases.ts';
import { body, forged, forgedSuccess, otherFormOf, signature, timestamp } from './forging.ts';
import { wholeAnswers } from './whole-answers.ts';

const signatures: readonly HostileCase[] = [
  forged(
    'no signature',
    signature(() => null),
  ),
  forged(
    'no timestamp',
    timestamp(() => null),
  ),
  forged('no signature and no timestamp', (answer) =>
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
    'a truncated signature',
    signature((hex) => hex.slice(0, 126)),
  ),
  forged(
    'a signature with extra bytes',
    signature((hex) => `${hex}00`),
  ),
  forged(
    'a signature in base64',
    signature((hex) => Buffer.from(hex, 'hex').toString('base64')),
  ),
  forged(
    'a signature with its halves swapped',
    signature((hex) => hex.slice(64) + hex.slice(0, 64)),
  ),
  forged('the same signature in its malleable form', signature(otherFormOf)),
  forged('two signatures, one of them valid', (answer) => ({
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
  forged('the honest answer signed with another key', ({ body: honest }, { stranger }) =>
    stranger.sign(honest),
  ),
  forged(
    'another timestamp',
    timestamp((seconds) => String(Number(seconds) + 1)),
  ),
  forged(
    'the same timestamp with a leading zero',
    timestamp((seconds) => `0${seconds}`),
  ),
  forged(
    'the timestamp with a fraction',
    timestamp((seconds) => `${seconds}.0`),
  ),
  forged('the beginning of the body moved to the timestamp', (answer) => {
    const text = answer.body.toString();
    const moved = withHeaders(answer, {
      [timestampHeader]: headerOf(answer, timestampHeader) + text.slice(0, 16),
    });
    return { ...moved, body: Buffer.from(text.slice(16)) };
  }),
];

const bodies: readonly HostileCase[] = [
  forged(
    'one more space',
    body((text) => `${text} `),
  ),
  forged(
    'a leading byte order mark',
    body((text) => `\ufeff${text}`),
  ),
  forged(
    'a higher level',
    body((text) => text.replace('"level":"1"', '"level":"9"')),
  ),
  forged(
    'the field success twice',
    body((text) => text.replace(/}$/, ',"success":true}')),
  ),
  forged(
    'a second JSON document after the first',
    body((text) => `${text}{"success":true}`),
  ),
  forged(
    'the same body in UTF-16',
    body((text) => Buffer.from(text, 'utf16le')),
  ),
  forged(
    'the same body reformatted',
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
    'a success under the signature of a refusal',
    (answer, world, caught) => withBody(answer, () => JSON.stringify(forgedSuccess(caught, world))),
    { as: 'wrong-password' },
  ),
  forged(
    'an added subscription',
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
    'a success appended to a refusal',
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

export const forgedCases: readonly HostileCase[] = [...signatures, ...bodies, ...wholeAnswers];
