// A forger on the way who has not got the service's key: everything that can be done to an honest answer, or put in its place.
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

export const forgedCases: readonly HostileCase[] = [...signatures, ...bodies, ...wholeAnswers];
