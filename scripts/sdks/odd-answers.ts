// Vectors of unusual answers: headers, JSON and contents that a client must refuse or accept.
import { info, type Operation } from './answers.ts';
import type { Change } from './answer-cases.ts';
import { good, oddJson } from './odd-json.ts';
import { nowSeconds, serviceKey, withLargeS } from './signing.ts';

/** Small-order signatures verify with small-order keys only, never with a real one. */
const identity = `01${'0'.repeat(62)}`;

const signatures: readonly Change[] = [
  signatureChange('S above the group order', withLargeS),
  signatureChange('S above 2^255', (given) => `${given.slice(0, -2)}ff`),
  signatureChange('R of small order and S of zero', () => `${identity}${'0'.repeat(64)}`),
  signatureChange('127 digits', (given) => given.slice(1)),
  signatureChange('130 digits', (given) => `${given}00`),
  signatureChange('a digit that is not hex', (given) => `g${given.slice(1)}`),
  signatureChange('a space before it', (given) => ` ${given}`),
  signatureChange('a line end after it', (given) => `${given}\n`),
  signatureChange('zeros', () => '0'.repeat(128)),
  signatureChange('an empty text', () => ''),
  signatureChange('base64', (given) => Buffer.from(given, 'hex').toString('base64')),
  signatureChange('the key in place of R', (given) => `${serviceKey.publicKey}${given.slice(64)}`),
];

function signatureChange(name: string, change: (signature: string) => string): Change {
  return {
    name: `signature: ${name}`,
    sent: ({ signature }) => ({ signature: change(signature ?? '') }),
  };
}

const timestamps: readonly Change[] = [
  '1900000000.0',
  '+1900000000',
  '-1900000000',
  ' 1900000000',
  '1900000000\n',
  '0x713fb300',
  '',
  '19000000000000',
  '1.9e9',
  '١٩٠٠٠٠٠٠٠٠',
].map((timestamp) => ({ name: `timestamp: ${JSON.stringify(timestamp)}`, timestamp }));

const goodTimestamps: readonly Change[] = ['0', '0001900000000', '9999999999999'].map(
  (timestamp) => ({ name: `timestamp: ${timestamp}, with a challenge`, timestamp }),
);

const shifted: Change = {
  name: 'timestamp: the first byte of the body moved into it',
  text: `5${JSON.stringify({ success: true })}`,
  sent: ({ timestamp, body }) => ({ timestamp: `${timestamp}5`, body: body.subarray(1) }),
};

const refusals: readonly Change[] = [
  ...['bad-credentials', 'code-needed', 'wrong-device', 'update-required', 'a-later-reason'].map(
    (reason) => ({
      name: `refusal: ${reason}`,
      fields: { success: false, message: 'No.', reason, info: undefined },
    }),
  ),
  { name: 'refusal: no reason', fields: { success: false, message: 'A seller wrote this.' } },
  {
    name: 'refusal: a reason that is a number',
    fields: { success: false, message: 'No.', reason: 5 },
  },
  { name: 'refusal: no owner', fields: { success: false, reason: 'banned', ownerid: undefined } },
  { name: 'refusal: another owner', fields: { success: false, reason: 'banned', ownerid: 'x' } },
  {
    name: 'refusal: a fault with its reason',
    fields: { success: false, reason: 'internal' },
    status: 500,
  },
  {
    name: 'refusal: too many requests',
    fields: { success: false, status: false, reason: 'rate-limited', retryAfter: 7 },
    status: 429,
  },
  { name: 'refusal: the text of an unknown application', text: 'KeyAuth_Invalid' },
  { name: 'refusal: that text, with the time alone', text: 'KeyAuth_Invalid', challenge: null },
  { name: 'refusal: a success with status 400', status: 400 },
];

function unsigned(name: string, status: number, text: string, contentType?: string): Change {
  const sent = () => ({ signature: null, timestamp: null });
  return { name: `unsigned: ${name}`, status, text, sent, ...(contentType && { contentType }) };
}

const unsignedAnswers: readonly Change[] = [
  unsigned('a page of a hotel', 200, '<html>Welcome</html>', 'text/html'),
  unsigned('text that is called a page', 200, 'Welcome', 'text/html; charset=utf-8'),
  unsigned('a page after white space', 200, ' \n<!doctype html>', 'text/plain'),
  unsigned('a page that was not found', 404, '<html>404</html>', 'text/html'),
  unsigned('text', 200, 'Welcome', 'text/plain'),
  unsigned('nothing', 200, '', 'text/plain'),
  unsigned('JSON', 200, good),
  unsigned('JSON with status 400', 400, '{"success":false,"reason":"banned"}'),
  unsigned('JSON with status 500', 500, '{"success":true}'),
  unsigned('the text of an unknown application', 200, 'KeyAuth_Invalid', 'text/plain'),
  unsigned('too many requests', 429, 'slow down', 'text/plain'),
  unsigned('a bad gateway', 502, '<html>502</html>', 'text/html'),
  unsigned('a proxy that wants a password', 407, '', 'text/plain'),
  unsigned('a network that wants a sign-in', 511, '<html>', 'text/html'),
];

const withInfo = (name: string, more: object, type: Operation = 'login'): Change => ({
  name: `account: ${name}`,
  type,
  fields: { info: { ...info, ...more } },
});
const [first] = info.subscriptions;
const subscription = (name: string, more: object) =>
  withInfo(`a subscription with ${name}`, { subscriptions: [{ ...first, ...more }] });

const accounts: readonly Change[] = [
  withInfo('no subscriptions', { subscriptions: [] }),
  withInfo('one object in place of the list', { subscriptions: first }),
  withInfo('subscriptions of null', { subscriptions: null }),
  withInfo('no user', { username: undefined }),
  withInfo('a user that is a number', { username: 5 }),
  subscription('an end as a number', { expiry: 1_950_000_000 }),
  subscription('no end', { expiry: null }),
  subscription('an end in the year 9999', { expiry: '253402300799' }),
  subscription('an end that is no number', { expiry: 'soon' }),
  subscription('an end of true', { expiry: true }),
  subscription('a level that is a number', { level: 2 }),
  subscription('no level', { level: undefined }),
  subscription('a level of false', { level: false }),
  subscription('no name', { subscription: undefined }),
  { name: 'account: missing', fields: { info: undefined } },
  { name: 'account: null', fields: { info: null } },
  { name: 'account: missing, at a check', type: 'check', fields: { info: undefined } },
  withInfo('without a user, at a check', { username: null }, 'check'),
];

const required: readonly Change[] = [
  { name: 'no session', type: 'init', fields: { sessionid: undefined } },
  { name: 'an empty session', type: 'init', fields: { sessionid: '' } },
  { name: 'a session that is a number', type: 'init', fields: { sessionid: 12 } },
  { name: 'a session of 201 characters', type: 'init', fields: { sessionid: 's'.repeat(201) } },
  { name: 'no message', type: 'var', fields: { message: undefined } },
  { name: 'a message that is a number', type: 'var', fields: { message: 5 } },
  { name: 'an empty message', type: 'var', fields: { message: '' } },
  { name: 'no response', type: 'getvar', fields: { response: undefined } },
  { name: 'a response of null', type: 'getvar', fields: { response: null } },
  { name: 'no response', type: 'webhook', fields: { response: undefined } },
  { name: 'nothing about what was redeemed', type: 'upgrade', fields: { redeemed: undefined } },
  { name: 'the new end only', type: 'upgrade', fields: { redeemed: null, expiry: '1960000000' } },
  { name: 'no size', type: 'file', fields: { size: undefined } },
  { name: 'a size that is text', type: 'file', fields: { size: '5' } },
  { name: 'no hash', type: 'file', fields: { sha256: undefined } },
  { name: 'no address', type: 'file', fields: { download: undefined } },
  { name: 'a message that is a number', type: 'log', fields: { message: 5 } },
];

export const oddAnswers: readonly Change[] = [
  ...signatures,
  ...timestamps,
  ...goodTimestamps,
  shifted,
  ...oddJson,
  ...refusals,
  ...unsignedAnswers,
  ...accounts,
  ...required,
  { name: 'the time alone, with a wrong echo', challenge: null, fields: { challenge: 'x' } },
  { name: 'the time alone, and no JSON', challenge: null, text: 'yes' },
  { name: 'the time alone, old, and no JSON', challenge: null, text: 'yes', now: nowSeconds + 500 },
];
