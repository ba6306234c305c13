// A fake service behind the core's Http port. Tests script the answers of each operation, which are
// signed like real answers. The fake records all requests.
import { createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';
import type { Http, HttpFault, HttpOutcome, HttpRequest } from '@latchkey/client/ports.ts';
import { signatureHeader, signedBytes, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { passDomain } from '@latchkey/protocol/offline-pass.ts';

export interface RecordedRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly newConnection: boolean;
}

/** The fields of an answer, or another outcome. */
export type Scripted =
  | { readonly success: boolean; readonly [field: string]: unknown }
  | { readonly fault: HttpFault }
  | { readonly status: number; readonly text: string; readonly headers?: Record<string, string> }
  /** No answer, even after the caller has given up. */
  | 'never';

/** Returns a failure in the service's format. `more` adds fields. */
export function refusal(reason: string, more: object = {}): Scripted {
  return { success: false, reason, message: 'text', ...more };
}

export type Script = (sent: RecordedRequest) => Scripted | Promise<Scripted>;

export interface FakeHttp extends Http {
  readonly sent: RecordedRequest[];
  /** Returns the requested operations in order. */
  readonly types: () => string[];
  readonly on: (type: string, script: Script | Scripted) => void;
  /** Holds the next answer to `type` until the returned function provides it. */
  readonly hold: (type: string) => (scripted: Scripted) => void;
  /** Changes the signed answer in transit. */
  readonly tamper: (change: ((answer: SignedAnswer) => SignedAnswer) | null) => void;
}

export type SignedAnswer = Extract<HttpOutcome, { ok: true }>;

const seed = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});
/** The public key of the test vector in docs/api.md (seed 00..1f). */
export const fakePublicKey = createPublicKey(privateKey)
  .export({ format: 'der', type: 'spki' })
  .subarray(12)
  .toString('hex');

/** Returns an offline pass of the fake service. By default, it is valid for a day. */
export function fakePass(
  { params }: Pick<RecordedRequest, 'params'>,
  issued: number,
  more: object = {},
): string {
  const json = Buffer.from(
    JSON.stringify({
      ...{ v: 1, name: params['name'], ownerid: params['ownerid'], hwid: params['hwid'] },
      username: params['username'] ?? params['key'],
      subscriptions: [{ subscription: 'Pro', level: '1', expiry: 4_000_000_000 }],
      ...{ issued, until: issued + 86_400, sequence: issued, ...more },
    }),
  );
  const signature = sign(null, Buffer.concat([Buffer.from(passDomain), json]), privateKey);
  return `${json.toString('base64url')}.${signature.toString('base64url')}`;
}

export const fakeOwnerid = 'nwDemo2026';

export function accountInfo(
  username: string,
  expiry: number | string | null = 4_000_000_000,
): object {
  return {
    username,
    subscriptions: [{ subscription: 'Pro', key: null, expiry, timeleft: 1, level: '1' }],
    ip: '127.0.0.1',
    hwid: null,
    createdate: '1700000000',
    lastlogin: '1700000000',
  };
}

/** The computers and sessions of every account: this one and a laptop. */
const ownComputers = [
  { id: 'here', name: 'studio-pc', system: 'Linux', lastSeen: 1_795_000_000, current: true },
  { id: 'laptop', name: 'old-laptop', system: 'Windows 11', lastSeen: 1_790_000_000 },
];
const ownSessions = ownComputers.map(({ name: computer, lastSeen, ...rest }) => ({
  ...{ ...rest, computer, version: '1.0', since: lastSeen - 3600, lastSeen },
}));

/** New recovery codes, as `newrecoverycodes` offers them. */
export const recoveryCodes: readonly string[] = Array.from(
  { length: 10 },
  (_, at) => `abcd-000${String(at)}`,
);

/** A refusal that offers to remove a computer, after a correct password. */
export function removalOffer(more: object = {}): Scripted {
  const computers = ownComputers.map(({ id, name, system, lastSeen }) => {
    return { id, name, system, lastSeen };
  });
  const resets = { left: 2, next: null };
  return refusal('wrong-device', { computers, resets, ticket: 'ticket-1', ...more });
}

/** `serverNow` returns the service's time in unix milliseconds. */
export function createFakeHttp(serverNow: () => number): FakeHttp {
  const sent: RecordedRequest[] = [];
  const scripts = new Map<string, Script>(Object.entries(defaultScripts()));
  let tampering: ((answer: SignedAnswer) => SignedAnswer) | null = null;
  const outcomeOf = (
    request: RecordedRequest,
    scripted: Exclude<Scripted, 'never'>,
  ): HttpOutcome => {
    if ('fault' in scripted && scripted.fault !== undefined)
      return { ok: false, fault: scripted.fault as HttpFault }; // the other members have no such field
    if ('text' in scripted && 'status' in scripted)
      return {
        ok: true,
        status: Number(scripted.status),
        headers: (scripted.headers ?? {}) as Record<string, string>, // as in Scripted
        body: Buffer.from(String(scripted.text)),
      };
    const answer = signAnswer(request, scripted as { success: boolean }, serverNow()); // the only remaining member
    return tampering === null ? answer : tampering(answer);
  };
  const http: FakeHttp = {
    sent,
    types: () => sent.map(({ params }) => params['type'] ?? ''),
    on: (type, script) =>
      void scripts.set(type, typeof script === 'function' ? script : () => script),
    hold(type) {
      const previousScript = scripts.get(type);
      let release: (scripted: Scripted) => void = () => undefined;
      const waiting = new Promise<Scripted>((resolve) => (release = resolve));
      scripts.set(type, () => {
        if (previousScript !== undefined) scripts.set(type, previousScript);
        return waiting;
      });
      return release;
    },
    tamper: (change) => void (tampering = change),
    async send(request) {
      const decoded = decode(request);
      sent.push(decoded);
      const script = scripts.get(decoded.params['type'] ?? '');
      const scripted = await script?.(decoded);
      if (scripted === undefined || scripted === 'never') return new Promise(() => undefined);
      return outcomeOf(decoded, scripted);
    },
  };
  return http;
}

function defaultScripts(): Record<string, Script> {
  let sessions = 0;
  return {
    init: () => {
      sessions += 1;
      return { success: true, message: 'Initialized', sessionid: `session-${String(sessions)}` };
    },
    login: ({ params }) => ({ success: true, info: accountInfo(params['username'] ?? '') }),
    register: ({ params }) => ({ success: true, info: accountInfo(params['username'] ?? '') }),
    license: ({ params }) => ({ success: true, info: accountInfo(params['key'] ?? '') }),
    webhook: () => ({ success: true, message: 'Webhook request successful', response: '' }),
    lostkey: () => ({ success: true, message: 'Their keys are on the way.' }),
    forgot: () => ({ success: true, message: 'Successfully sent email to change password.' }),
    changeUsername: () => ({ success: true, message: 'Successfully changed username.' }),
    removecomputer: () => ({ success: true, info: accountInfo('anna') }),
    changepassword: () => ({ success: true, message: 'Successfully changed password.' }),
    computers: () => ({ success: true, computers: ownComputers }),
    renamecomputer: () => ({ success: true, message: 'Successfully renamed computer.' }),
    sessions: () => ({ success: true, sessions: ownSessions }),
    endsession: () => ({ success: true, message: 'Successfully ended sessions.' }),
    newrecoverycodes: ({ params }) =>
      params['confirm'] === undefined
        ? { success: true, codes: recoveryCodes }
        : { success: true, recovery: { left: recoveryCodes.length } },
    '2faenable': () => ({ success: true, message: 'ok' }),
    '2fadisable': () => ({ success: true, message: 'ok' }),
    upgrade: () => ({
      success: true,
      message: 'Upgraded successfully',
      redeemed: { subscription: 'Pro', level: '1', seconds: 2_592_000 },
    }),
    check: () => ({ success: true, message: 'Session is validated.' }),
    var: () => ({ success: false, reason: 'variable-unknown', message: 'Variable not found.' }),
    logout: () => ({ success: true, message: 'Successfully logged out.' }),
  };
}

/** Parses a request like a server, so that tests see the received parameters. */
export function decode({
  method,
  url,
  body,
  signal,
  newConnection = false,
}: HttpRequest): RecordedRequest {
  const form = method === 'POST' ? (body ?? '') : new URL(url).search;
  return {
    method,
    url,
    params: Object.fromEntries(new URLSearchParams(form)),
    signal,
    newConnection,
  };
}

function signAnswer(
  { params }: RecordedRequest,
  fields: { readonly success: boolean },
  nowMs: number,
): SignedAnswer {
  const { challenge, type, name } = params;
  const envelope = {
    code: fields.success ? 68 : 400,
    message: '',
    ...(fields.success ? { nonce: randomUUID() } : {}),
    ownerid: fakeOwnerid,
    ...(challenge === undefined ? {} : { challenge, type, name }),
  };
  return signText(JSON.stringify({ ...envelope, ...fields }), nowMs, fields.success ? 200 : 400);
}

/** Signs any text as the service would. */
export function signText(text: string, nowMs: number, status = 200): SignedAnswer {
  const body = Buffer.from(text);
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = sign(null, signedBytes(timestamp, body), privateKey).toString('hex');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    [signatureHeader]: signature,
    [timestampHeader]: timestamp,
  };
  return { ok: true, status, headers, body };
}
