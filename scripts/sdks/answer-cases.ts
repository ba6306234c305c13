// Vectors of answers: what a client must make of the bytes, headers and status of one answer.
import { Buffer } from 'node:buffer';
import { kindOf, judgeAnswer, type Kind, type Verdict } from './reference.ts';
import { contents, type Fields, type Operation, operations } from './answers.ts';
import { oddAnswers } from './odd-answers.ts';
import {
  application,
  challenge,
  nextKey,
  nowSeconds,
  otherApplication,
  otherChallenge,
  serviceKey,
  signAnswer,
  strangerKey,
  type TestKey,
} from './signing.ts';

export type { Operation } from './answers.ts';

export interface AnswerCase extends Verdict {
  readonly name: string;
  readonly type: Operation;
  /** The challenge sent, or null for a client that checks the time instead. */
  readonly challenge: string | null;
  /** Public keys that the client trusts, separated by commas. */
  readonly keys: string;
  /** The client's clock, and the newest timestamp that it has accepted before: unix seconds. */
  readonly now: number;
  readonly newest: number;
  readonly status: number;
  readonly timestamp: string | null;
  readonly signature: string | null;
  readonly contentType: string;
  /** Base64. */
  readonly body: string;
  readonly kind: Kind;
  /** A second permitted result, where JSON libraries differ. */
  readonly or: string;
}

/** How an answer differs from a good one. */
export interface Change {
  readonly name: string;
  readonly type?: Operation;
  /** Replaces fields of the answer; undefined removes one. */
  readonly fields?: Fields;
  /** The text of the body, in place of the fields. */
  readonly text?: string | Uint8Array;
  readonly signedBy?: TestKey;
  readonly keys?: string;
  readonly challenge?: string | null;
  readonly now?: number;
  readonly newest?: number;
  readonly status?: number;
  readonly contentType?: string;
  readonly timestamp?: string;
  /** Changes what is sent, after signing. */
  readonly sent?: (answer: Sent) => Partial<Sent>;
  readonly or?: string;
}

export interface Sent {
  readonly timestamp: string | null;
  readonly signature: string | null;
  readonly body: Uint8Array;
}

/** Fields of a good answer of the operation, in the order of the service. */
function goodFields(type: Operation): Fields {
  return {
    success: true,
    code: 68,
    message: 'OK',
    ...contents[type],
    nonce: '0b4f2f3c-6d61-4f4c-9a6e-2f3f8f6f0d11',
    ownerid: application.ownerid,
    challenge,
    type,
    name: application.name,
  };
}

function makeCase(type: Operation, change: Change): AnswerCase {
  const { signedBy = serviceKey, timestamp = String(nowSeconds), sent } = change;
  const text = change.text ?? JSON.stringify({ ...goodFields(type), ...change.fields });
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  const signed = { timestamp, signature: signAnswer(signedBy, timestamp, body), body };
  const answer: Sent = { ...signed, ...sent?.(signed) };
  const given = {
    name: `${type}: ${change.name}`,
    type,
    challenge: change.challenge === undefined ? challenge : change.challenge,
    keys: change.keys ?? serviceKey.publicKey,
    now: change.now ?? nowSeconds,
    newest: change.newest ?? 0,
    status: change.status ?? 200,
    timestamp: answer.timestamp,
    signature: answer.signature,
    contentType: change.contentType ?? 'application/json; charset=utf-8',
    body: Buffer.from(answer.body).toString('base64'),
    or: change.or ?? '',
  };
  const verdict = judgeAnswer(given);
  return { ...given, ...verdict, kind: kindOf(verdict.result) };
}

export function answerCases(): readonly AnswerCase[] {
  const common = operations.flatMap((type) =>
    [...authenticity, ...freshness, ...envelopes].map((change) => makeCase(type, change)),
  );
  return [...common, ...oddAnswers.map((change) => makeCase(change.type ?? 'login', change))];
}

const bothKeys = `${serviceKey.publicKey},${nextKey.publicKey}`;
const year = 365 * 86_400;

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
}

const authenticity: readonly Change[] = [
  { name: 'a good answer' },
  { name: 'a field of a later version', fields: { later: { deep: [1, null] } } },
  { name: 'the next key, which is trusted too', signedBy: nextKey, keys: bothKeys },
  { name: 'the next key, which is not trusted', signedBy: nextKey },
  { name: 'a key of a stranger', signedBy: strangerKey, keys: bothKeys },
  { name: 'a changed byte', sent: ({ body }) => ({ body: flipped(body, 20) }) },
  { name: 'a changed last byte', sent: ({ body }) => ({ body: flipped(body, body.length - 1) }) },
  { name: 'a body cut by one byte', sent: ({ body }) => ({ body: body.subarray(0, -1) }) },
  { name: 'an appended line end', sent: ({ body }) => ({ body: Buffer.concat([body, lineEnd]) }) },
  { name: 'a changed timestamp', sent: () => ({ timestamp: String(nowSeconds + 1) }) },
  { name: 'no signature', sent: () => ({ signature: null }) },
  { name: 'no timestamp', sent: () => ({ timestamp: null }) },
  {
    name: 'a signature in capital letters',
    sent: ({ signature }) => ({ signature: signature?.toUpperCase() ?? null }),
  },
];
const lineEnd = Buffer.from('\n');

const freshness: readonly Change[] = [
  { name: 'the challenge of another request', fields: { challenge: otherChallenge } },
  { name: 'no challenge', fields: { challenge: undefined } },
  { name: 'the answer of another operation', fields: { type: 'fetchOnline' } },
  { name: 'no operation', fields: { type: undefined } },
  { name: 'the answer of another application', fields: { name: otherApplication.name } },
  { name: 'no application', fields: { name: undefined } },
  { name: 'a clock ten years ahead, with a challenge', now: nowSeconds + 10 * year },
  { name: 'a clock ten years behind, with a challenge', now: nowSeconds - 10 * year },
  { name: 'an older timestamp, with a challenge', newest: nowSeconds + 60 },
  { name: 'the time alone', challenge: null },
  { name: 'the time alone, 120 s old', challenge: null, now: nowSeconds + 120 },
  { name: 'the time alone, 121 s old', challenge: null, now: nowSeconds + 121 },
  { name: 'the time alone, 120 s ahead', challenge: null, now: nowSeconds - 120 },
  { name: 'the time alone, 121 s ahead', challenge: null, now: nowSeconds - 121 },
  { name: 'the time alone, older than the last', challenge: null, newest: nowSeconds + 1 },
  { name: 'the time alone, equal to the last', challenge: null, newest: nowSeconds },
];

const envelopes: readonly Change[] = [
  { name: 'another owner', fields: { ownerid: otherApplication.ownerid } },
  { name: 'no owner', fields: { ownerid: undefined } },
  { name: 'a refusal', fields: { success: false, code: 400, reason: 'banned' }, status: 400 },
  { name: 'success as text', fields: { success: 'true' } },
  { name: 'success as a number', fields: { success: 1 } },
  { name: 'no success', fields: { success: undefined } },
  { name: 'a fault of the service', fields: { success: false }, status: 500 },
  { name: 'a success with status 503', status: 503 },
  { name: 'an array', text: '[{"success":true}]' },
  { name: 'no success, but a false status', fields: { success: undefined, status: false } },
];
