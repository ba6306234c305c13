// Decides what a refusal of the service means. In this order (sellers may change most texts): the reason of the answer,
// the protocol's constants, the seller's message map, the default texts of the API family, else `refused`.
import { type WireFailure } from './failure.ts';
import { msOf, type Seconds } from '@latchkey/protocol/units.ts';
import { type ClientType } from '@latchkey/protocol/client-spec.ts';
import { type FailureAnswer } from '@latchkey/protocol/envelope.ts';
import { defaultTexts, isReason, protocolTexts, reasons } from '@latchkey/protocol/reasons.ts';
import { type Reason } from '@latchkey/protocol/reasons.ts';
import { readLapsed } from './lapsed.ts';
import { type Refusal } from './refusal.ts';
import { httpsAddress } from './https-address.ts';
import { cleanName, cleanText } from './seller-text.ts';
import { toMs } from './wire-time.ts';

export type MessageMap = Readonly<Record<string, Reason>>;

/** How long after a fault of the service nothing is tried by itself (contract 0.10). */
export const serverDownPauseMs = 30_000;
/** Where the service says nothing, and at the most (contract 0.10). */
const pauses = {
  'rate-limited': { unsaidMs: 60_000, mostMs: 3_600_000 },
  overloaded: { unsaidMs: 5000, mostMs: 30_000 },
} as const;

const dayMs = 86_400_000;

/** Other wordings of the defaults that services of this API family use (contract 1.1, 1.3, 1.4). */
const otherTexts: Readonly<Record<string, Reason>> = {
  'Invalid code please try again': 'bad-code',
  'Password does not match': 'bad-credentials',
  'Username not found': 'user-unknown',
  'Variable not found for user': 'variable-unknown',
  'Key Not Found': 'key-unknown',
  'Key Already Used': 'key-used',
  'No active subscriptions found': 'no-subscription',
  'This application has sent too many requests. Try again in a minute': 'rate-limited',
};

const knownTexts: Readonly<Record<string, Reason>> = {
  ...Object.fromEntries(reasons.map((reason) => [bare(defaultTexts[reason]), reason])),
  ...otherTexts,
};

/** `nowMs`: unix milliseconds of this computer, to say when to try again. */
export function classify(
  operation: ClientType,
  answer: FailureAnswer,
  messages: MessageMap,
  nowMs: number,
): Refusal {
  const message = answer.message.trim();
  const known = protocolConstant(message) ?? lookUp(knownTexts, bare(message));
  const given = givenReason(answer);
  const meaning =
    given ??
    protocolConstant(message) ??
    lookUp(messages, message) ??
    known ??
    (isOfMuted(message) ? 'chat-muted' : 'refused');
  // What is told in a field is not said again by a text.
  const said = known !== null || (answer.mutedUntil !== null && isOfMuted(message));
  return {
    facts: factsOf(inContext(meaning, operation), answer, nowMs),
    // A default text says nothing that our own words do not say better.
    sellerText: said ? null : cleanText(answer.message),
    lapsed: answer.lapsed === null ? null : answer.lapsed.map(readLapsed),
  };
}

/** What has another name at another operation, because its default text there is another one. */
function givenReason({ reason }: FailureAnswer): Reason | null {
  if (reason === 'two-factor-bad-code') return 'bad-code';
  if (reason === 'user-variable-unknown') return 'variable-unknown';
  return reason !== null && isReason(reason) ? reason : null;
}

function bare(text: string): string {
  return text.trim().replace(/\.$/, '');
}

function lookUp(table: Readonly<Record<string, Reason>>, text: string): Reason | null {
  return Object.hasOwn(table, text) ? (table[text] ?? null) : null;
}

/** Texts that no seller can change (contract 1.19). */
function protocolConstant(message: string): Reason | null {
  if (message.startsWith(protocolTexts.sessionGonePrefix)) return 'session-gone';
  if (message === protocolTexts.appUnknown) return 'app-unknown';
  if (message === protocolTexts.versionRefused) return 'update-required';
  if (message === protocolTexts.codeNeeded) return 'code-needed';
  if (message === defaultTexts['type-unknown']) return 'type-unknown';
  const deviceId =
    /^HWID must be \d+ or more characters/.test(message) || /^Force HWID is enabled/.test(message);
  return deviceId ? 'device-id-invalid' : null;
}

/** It goes on with a time that is nobody's to read: whose day and hour it is, it does not say. */
function isOfMuted(message: string): boolean {
  return message.startsWith(`${defaultTexts['chat-muted']} until `);
}

/** The same words mean different things at different doors. */
function inContext(meaning: Reason | 'refused', operation: ClientType): Reason | 'refused' {
  // SECURITY: at the sign-in an unknown user and a wrong password are never told apart.
  if (operation === 'login' && meaning === 'user-unknown') return 'bad-credentials';
  // A seller can reword "not signed in"; a `check` that is refused for no known reason says just that.
  if (operation === 'check' && meaning === 'refused') return 'not-signed-in';
  return meaning;
}

/** `asked`: as the service said; null: it did not. */
function pauseMs(meaning: keyof typeof pauses, asked: Seconds | null): number {
  const { unsaidMs, mostMs } = pauses[meaning];
  return pauseWithin(asked === null ? unsaidMs : msOf(asked), mostMs);
}

/** Without tries left, a wait that the answer names has begun already. */
function triesIn({ triesLeft, retryAfter }: FailureAnswer, nowMs: number) {
  const waits = triesLeft === 0 && retryAfter !== null;
  return { triesLeft, retryAt: waits ? nowMs + pauseMs('rate-limited', retryAfter) : null };
}

/** A chat may want a longer pause than any limit of calls. */
function inOrNull(asked: Seconds | null, nowMs: number): number | null {
  return asked === null ? null : nowMs + pauseWithin(msOf(asked), dayMs);
}

/** A second at least. */
function pauseWithin(askedMs: number, mostMs: number): number {
  return Math.ceil(Math.min(Math.max(askedMs, 1000), mostMs));
}

/** Nothing more is told with them. */
const bareReasons = [
  'channel-unknown',
  'email-missing',
  'email-wrong',
  'forgot-user-unknown',
  'mail-unavailable',
  'message-blank',
  'message-too-long',
  'new-username-taken',
  'no-subscription',
  'not-signed-in',
  'session-gone',
  'subscription-paused',
  'two-factor-expired',
  'two-factor-off',
  'two-factor-on',
  'type-unknown',
  'user-unknown',
  'username-reserved',
  'username-taken',
  'username-too-short',
  'variable-read-only',
  'variable-unknown',
  'wrong-device',
] as const satisfies readonly Reason[];
type BareReason = (typeof bareReasons)[number];

function isBare(meaning: Reason | 'refused'): meaning is BareReason {
  return bareReasons.some((one) => one === meaning);
}

function factsOf(meaning: Reason | 'refused', answer: FailureAnswer, nowMs: number): WireFailure {
  if (isBare(meaning)) return { code: meaning };
  switch (meaning) {
    case 'rate-limited':
    case 'overloaded':
      return { code: meaning, retryAt: nowMs + pauseMs(meaning, answer.retryAfter) };
    case 'key-used':
      return {
        code: meaning,
        usedByYou: answer.usedByYou,
        expiresAt: toMs(answer.expiry),
        afterLostAnswer: false,
      };
    case 'bad-code':
      return { code: meaning, failures: 1, clockOffsetMs: null, ...triesIn(answer, nowMs) };
    case 'bad-credentials':
      return { code: meaning, ...triesIn(answer, nowMs) };
    case 'banned':
      return { code: meaning, reason: cleanText(answer.bannedReason) };
    case 'update-required':
      return {
        code: meaning,
        version: cleanName(answer.version) || null,
        download: httpsAddress(answer.download),
      };
    case 'chat-too-fast':
      return { code: meaning, retryAt: inOrNull(answer.retryAfter, nowMs) };
    case 'chat-muted':
      return { code: meaning, retryAt: toMs(answer.mutedUntil) };
    case 'internal':
      return { code: 'server-down', retryAt: nowMs + serverDownPauseMs };
    case 'app-disabled':
    case 'app-paused':
    case 'app-unknown':
    case 'bad-request':
    case 'blacklisted':
    case 'code-needed':
    case 'device-id-invalid':
    case 'key-banned':
    case 'key-unknown':
    case 'no-plan-for-level':
    case 'refused':
      return { code: meaning };
  }
}
