// Vectors of offline passes.
import { kindOf, judgePass, type Kind, type Verdict } from './reference.ts';
import {
  application,
  device,
  nextKey,
  nowSeconds,
  otherApplication,
  serviceKey,
  signAnswer,
  signPass,
  strangerKey,
} from './signing.ts';

export interface PassCase extends Verdict {
  readonly name: string;
  readonly pass: string;
  readonly keys: string;
  /** The device id of this computer, or null if the program does not know it. */
  readonly device: string | null;
  /** The computer's clock, unix seconds. */
  readonly now: number;
  readonly kind: Kind;
}

const hour = 3600;
export const passFields = {
  v: 1,
  ...application,
  username: 'anna',
  hwid: device,
  subscriptions: [{ subscription: 'Pro', level: '1', expiry: nowSeconds + 500 * hour }],
  issued: nowSeconds - hour,
  until: nowSeconds + 71 * hour,
  sequence: nowSeconds - hour,
};

type Given = Partial<Omit<PassCase, 'name' | 'pass'>>;

function passCase(name: string, pass: string, given: Given = {}): PassCase {
  const defaults = { keys: serviceKey.publicKey, device, now: nowSeconds };
  const full = { name, pass, ...defaults, ...given };
  const verdict = judgePass(full);
  return { ...full, ...verdict, kind: kindOf(verdict.result) };
}

function signed(more: Readonly<Record<string, unknown>>): string {
  return signPass(serviceKey, Buffer.from(JSON.stringify({ ...passFields, ...more })));
}

const good = signed({});
const [goodJson = '', goodSignature = ''] = good.split('.');
const goodText = JSON.stringify(passFields);
const texts = (text: string | Uint8Array) =>
  signPass(serviceKey, typeof text === 'string' ? Buffer.from(text) : text);

/** Sets an unused bit of the last character, which lenient decoders ignore. */
function withUnusedBit(encoded: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return encoded.slice(0, -1) + alphabet.charAt(alphabet.indexOf(encoded.slice(-1)) + 1);
}

function goodCases(): readonly PassCase[] {
  const both = `${nextKey.publicKey},${serviceKey.publicKey}`;
  return [
    passCase('a good pass', good),
    passCase('a program that does not know the computer', good, { device: null }),
    passCase('another computer', good, { device: 'e'.repeat(64) }),
    passCase('a computer in capital letters', good, { device: device.toUpperCase() }),
    passCase('a pass of the previous key, which is trusted', good, { keys: both }),
    passCase('a pass of a key that is not trusted', good, { keys: nextKey.publicKey }),
    passCase('a name outside of ASCII', signed({ username: 'Zoë 漢字 🎂' })),
    passCase('a field of a later version', signed({ later: { deep: [] } })),
    passCase('no subscriptions', signed({ subscriptions: [] })),
    passCase('exactly a week', signed({ until: passFields.issued + 168 * hour })),
    passCase('a second more than a week', signed({ until: passFields.issued + 168 * hour + 1 })),
    passCase('a year', signed({ until: passFields.issued + 8760 * hour })),
    passCase('the last second', good, { now: passFields.until - 1 }),
    passCase('the second at which it ends', good, { now: passFields.until }),
    passCase('a clock far ahead', good, { now: passFields.until + 8760 * hour }),
    passCase('a clock five minutes behind', good, { now: passFields.issued - 300 }),
    passCase('a clock 301 seconds behind', good, { now: passFields.issued - 301 }),
    passCase('a clock set back by years', good, { now: passFields.issued - 87_600 * hour }),
    passCase('an end before the beginning', signed({ until: passFields.issued - hour })),
    passCase('a byte order mark', texts(`\ufeff${goodText}`)),
    passCase('spaces', texts(JSON.stringify(passFields, null, 2))),
    passCase('numbers with a fraction of zeros', texts(goodText.replace('"v":1', '"v":1.0'))),
    passCase('repeated user', texts(goodText.replace(/\}$/, ',"username":"bob"}'))),
  ];
}

function forgedCases(): readonly PassCase[] {
  const bytes = Buffer.from(goodText);
  const stranger = signPass(strangerKey, bytes);
  const answer = Buffer.from(signAnswer(serviceKey, String(nowSeconds), bytes), 'hex');
  return [
    passCase('a stranger signed it', stranger),
    passCase('a signature without its prefix', signPass(serviceKey, bytes, '')),
    passCase('the prefix of a release', signPass(serviceKey, bytes, 'latchkey-release-v1\n')),
    passCase('the prefix without its line end', signPass(serviceKey, bytes, 'latchkey-pass-v1')),
    passCase('the signature of an answer', `${goodJson}.${answer.toString('base64url')}`),
    passCase('the JSON of another user', `${encode({ username: 'bob' })}.${goodSignature}`),
    passCase('a later end', `${encode({ until: passFields.until + hour })}.${goodSignature}`),
    passCase('another computer in the JSON', `${encode({ hwid: 'e' })}.${goodSignature}`),
    passCase('no signature', goodJson),
    passCase('an empty signature', `${goodJson}.`),
    passCase('a cut signature', good.slice(0, -1)),
    passCase('a third part', `${good}.${goodSignature}`),
    passCase('a full stop at the end', `${good}.`),
    passCase('an appended character', `${good}A`),
    passCase('padding', `${good}==`),
    passCase('a line end', `${good}\n`),
    passCase('a space before it', ` ${good}`),
    passCase('base64 with plus and slash', `${goodJson}.+/${goodSignature.slice(2)}`),
    passCase('an unused bit of the signature', withUnusedBit(good)),
    passCase('an unused bit of the JSON', `${withUnusedBit(oddJson())}.${signatureOf(oddJson())}`),
    passCase('an empty text', ''),
    passCase('a full stop', '.'),
    passCase('a pass of 17 000 characters', signed({ later: 'x'.repeat(12_700) })),
    passCase('zeros as the signature', `${goodJson}.${'A'.repeat(86)}`),
  ];
}

function encode(more: object): string {
  return Buffer.from(JSON.stringify({ ...passFields, ...more })).toString('base64url');
}

/** JSON whose length leaves unused bits in base64url. */
function oddJson(): string {
  const name = goodText.length % 3 === 0 ? 'anna1' : 'anna';
  return encode({ username: name });
}

function signatureOf(encoded: string): string {
  return signPass(serviceKey, Buffer.from(encoded, 'base64url')).split('.')[1] ?? '';
}

function contentCases(): readonly PassCase[] {
  const changes: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['another application', otherApplication],
    ['another name', { name: otherApplication.name }],
    ['another owner', { ownerid: otherApplication.ownerid }],
    ['version 2', { v: 2 }],
    ['a version that is text', { v: '1' }],
    ['a version of true', { v: true }],
    ['no version', { v: undefined }],
    ['no user', { username: undefined }],
    ['a user that is a number', { username: 5 }],
    ['no computer', { hwid: undefined }],
    ['an empty computer', { hwid: '' }],
    ['no subscriptions field', { subscriptions: undefined }],
    ['subscriptions of null', { subscriptions: null }],
    ['one object in place of the list', { subscriptions: passFields.subscriptions[0] }],
    ['a subscription without a level', { subscriptions: [{ subscription: 'Pro', expiry: 5 }] }],
    ['a level that is a number', { subscriptions: [{ ...passFields.subscriptions[0], level: 1 }] }],
    ['an end that is text', { subscriptions: [{ ...passFields.subscriptions[0], expiry: '5' }] }],
    [
      'an end beyond 2^53',
      { subscriptions: [{ ...passFields.subscriptions[0], expiry: 2 ** 60 }] },
    ],
    ['no time of issue', { issued: undefined }],
    ['a time of issue that is text', { issued: String(passFields.issued) }],
    ['a negative time of issue', { issued: -1 }],
    ['a time with a fraction', { issued: passFields.issued + 0.5 }],
    ['a time of null', { until: null }],
    ['a time of true', { sequence: true }],
    ['no sequence', { sequence: undefined }],
    ['times beyond 2^53', { issued: 2 ** 60, until: 2 ** 60 }],
  ];
  const lists = ['[]', 'null', '"pass"', '1', '', `[${goodText}]`, goodText.slice(1)];
  return [
    ...changes.map(([name, more]) => passCase(`content: ${name}`, signed(more))),
    ...lists.map((text) => passCase(`content: ${text.slice(0, 20) || 'nothing'}`, texts(text))),
    passCase('content: bad UTF-8', texts(Buffer.from(goodText.replace('anna', '\xff'), 'latin1'))),
  ];
}

export function passCases(): readonly PassCase[] {
  return [...goodCases(), ...forgedCases(), ...contentCases()];
}
