// Calls operations of the client API, and returns the verified value or a refusal. It holds no
// session.
import { type WireFailure } from './failure.ts';
import { type Trust } from './facts.ts';
import {
  clientSpec,
  type ClientType,
  type ParametersOf,
  type SuccessOf,
} from '@latchkey/protocol/client-spec.ts';
import { readAnswer, type Reading } from './answer.ts';
import { classify, type MessageMap } from './classify.ts';
import { type Clock, type Http, type HttpRequest, type RandomHex } from './ports.ts';
import { type Refusal, refusalOf, type Reply } from './refusal.ts';
import { type ServiceTime } from './service-time.ts';
import { readPublicKey, type TrustedKey } from './signature.ts';
import { type Turn, within } from './turn.ts';
import { type TrustInput, trustOf } from './trust.ts';
import { factsOfFault, serverAnswered } from './unsigned-answer.ts';

/** Target of requests. `baseUrl` may have a path, with or without a final slash. */
interface Endpoint {
  readonly baseUrl: string;
  readonly method: 'GET' | 'POST';
}

export interface Application extends Endpoint {
  readonly name: string;
  readonly ownerid: string;
  /** With `required`, answers must echo a challenge. With `off`, only the timestamp is checked. */
  readonly challenge: 'required' | 'off';
  /** Keys of 64 hex characters each. If the list is empty, answers are not verified. */
  readonly publicKeys: readonly string[];
}

export interface LicensingParts {
  readonly application: Application;
  /** Maps texts that the seller changed to reasons. */
  readonly messages: MessageMap;
  readonly http: Http;
  readonly clock: Clock;
  readonly randomHex: RandomHex;
  readonly serviceTime: ServiceTime;
  /** Called after each exchange that was not cancelled. */
  readonly onExchange: (trust: Trust) => void;
  /** Called after each request that was sent. */
  readonly onSent?: (sent: Sent) => void;
}

/** SECURITY: the parameters contain secrets. */
export interface Sent {
  readonly type: ClientType;
  /** Without those that every request has: application, challenge and names of keys. */
  readonly params: Readonly<Record<string, string>>;
  readonly sentBytes: number;
  /** The decoded body of the answer; null if none arrived. */
  readonly receivedBytes: number | null;
  /** Null if the request was cancelled. */
  readonly trust: Trust['kind'] | null;
  /** Null if the answer is a success. */
  readonly code: WireFailure['code'] | null;
}

type CommonParam = 'name' | 'ownerid' | 'challenge' | 'keys';
export type Params<Type extends ClientType> = Omit<ParametersOf<Type>, CommonParam>;

export interface Licensing {
  readonly call: <Type extends ClientType>(
    turn: Turn,
    type: Type,
    params: Params<Type>,
  ) => Promise<Reply<SuccessOf<Type>>>;
  /** The public key that signed the last verified answer, or null before the first one. */
  readonly verifiedBy: () => string | null;
}

export function createLicensing(parts: LicensingParts): Licensing {
  const { application, messages } = parts;
  const trusted = application.publicKeys.map(readPublicKey);
  let verifiedBy: string | null = null;
  return {
    verifiedBy: () => verifiedBy,
    async call(turn, type, params) {
      const failed = (refusal: Refusal) => ({ ok: false, failedOperation: type, refusal }) as const;
      const endedBefore = turn.ended();
      if (endedBefore !== null) return failed(refusalOf({ code: endedBefore }));
      const fields = { type, ...definedTexts(params) };
      const { sizes, ...received } = await exchange(parts, trusted, turn, fields);
      const { reading, answered, signedBy } = received;
      verifiedBy = signedBy ?? verifiedBy;
      if (reading.signedAtMs !== null) parts.serviceTime.observe(reading.signedAtMs);
      const value = reading.kind === 'success' ? readSuccess(type, reading.json) : null;
      const checked = reading.kind === 'success' && value === null ? badReply : reading;
      const exchanged = { reading: checked, answered, signedBy };
      const trust = trustOf(exchanged, trusted.length > 0, parts.clock.now());
      if (trust !== null) parts.onExchange(trust);
      const refusal =
        checked.kind === 'failure'
          ? classify(type, checked.answer, messages, parts.clock.now())
          : refusalOf(checked.kind === 'unreadable' ? checked.facts : badReply.facts);
      const code = value === null ? refusal.facts.code : null;
      parts.onSent?.({ type, params: fields, ...sizes, trust: trust?.kind ?? null, code });
      return value === null ? failed(refusal) : { ok: true, value };
    },
  };
}

const badReply = {
  kind: 'unreadable',
  facts: { code: 'bad-reply' },
  signedAtMs: null,
} as const satisfies Reading;

async function exchange(
  { application, http, clock, randomHex, serviceTime }: LicensingParts,
  trusted: readonly TrustedKey[],
  turn: Turn,
  params: Readonly<Record<string, string>> & { readonly type: ClientType },
): Promise<TrustInput & { readonly sizes: Pick<Sent, 'sentBytes' | 'receivedBytes'> }> {
  const { name, ownerid, challenge: mode } = application;
  const challenge = mode === 'required' ? freshChallenge(randomHex) : null;
  const notBeforeMs = serviceTime.newestMs();
  const all = {
    ...params,
    name,
    ownerid,
    ...(challenge !== null && { challenge }),
    ...(trusted.length > 0 && { keys: trusted.map(({ id }) => id).join(',') }),
  };
  const newConnection = mustNotRetry(all);
  const request = { ...buildRequest(application, all), newConnection, signal: turn.signal };
  const sentBytes = request.url.length + (request.body?.length ?? 0);
  const failedExchange = (facts: WireFailure, answered = false) => ({
    reading: { kind: 'unreadable', facts, signedAtMs: null } as const,
    answered,
    signedBy: null,
    sizes: { sentBytes, receivedBytes: null },
  });
  const outcome = await within(turn, http.send(request));
  if (typeof outcome === 'string') return failedExchange({ code: outcome });
  const ended = turn.ended();
  if (ended !== null) return failedExchange({ code: ended });
  if (!outcome.ok)
    return failedExchange(factsOfFault(outcome.fault), serverAnswered(outcome.fault));
  const { type } = params;
  const context = { type, name, ownerid, trusted, challenge, notBeforeMs, nowMs: clock.now() };
  const sizes = { sentBytes, receivedBytes: outcome.body.length };
  return { ...readAnswer(context, outcome), answered: true, sizes };
}

/** Parses with the schema of the operation. Returns null if the answer does not match. */
function readSuccess<Type extends ClientType>(type: Type, json: unknown): SuccessOf<Type> | null {
  const parsed = clientSpec[type].success.safeParse(json);
  // The schema comes from the table entry of this type.
  return parsed.success ? (parsed.data as SuccessOf<Type>) : null;
}

/** Returns 32 random bytes in base64url (docs/protocol.md#signatures-and-freshness). */
function freshChallenge(randomHex: RandomHex): string {
  return Buffer.from(randomHex(), 'hex').toString('base64url');
}

function definedTexts(params: object): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'string') texts[name] = value;
  return texts;
}

/**
 * Operations that redeem a key, use a code or a ticket, or send a message. Not every service detects a
 * repeated request, which would then repeat the effect or hide that it succeeded.
 */
const nonRepeatableTypes: ReadonlySet<string> = new Set([
  'upgrade',
  'register',
  'license',
  '2faenable',
  '2fadisable',
  'removecomputer',
  'changepassword',
  'newrecoverycodes',
  'chatsend',
]);

/** Returns whether the request must not be resent automatically. */
export function mustNotRetry({ type = '', code }: Readonly<Record<string, string>>): boolean {
  return nonRepeatableTypes.has(type) || (type === 'login' && code !== undefined);
}

/** Servers and proxies limit URLs to some thousand characters. Chat messages can be longer. */
const maxQueryLength = 4000;

/** SECURITY: the URL has secrets. It must never be logged or put into an Error. */
export function buildRequest(
  { baseUrl, method }: Endpoint,
  params: Readonly<Record<string, string>>,
): Omit<HttpRequest, 'signal'> {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/1.3/`;
  const form = new URLSearchParams(params).toString();
  return method === 'POST' || form.length > maxQueryLength
    ? { method: 'POST', url, body: form }
    : { method, url: `${url}?${form}` };
}
