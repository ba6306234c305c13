// Maps a refusal by the service to a failure code. Sellers can change most texts, so the code comes
// from the first match of: the reason, the fixed texts of the protocol, the seller's message map,
// and the default texts. Without a match, the code is `refused`.
import { type WireFailure } from './failure.ts';
import { msOf, type Seconds } from '@latchkey/protocol/units.ts';
import { type ClientType } from '@latchkey/protocol/client-spec.ts';
import { type FailureAnswer } from '@latchkey/protocol/envelope.ts';
import { defaultTexts, isReason, protocolTexts, reasons } from '@latchkey/protocol/reasons.ts';
import { type Reason } from '@latchkey/protocol/reasons.ts';
import { readRemovalOffer } from './computers.ts';
import { type EndCause, endCauses } from './facts.ts';
import { readLapsed } from './lapsed.ts';
import { type Refusal } from './refusal.ts';
import { httpsAddress } from './https-address.ts';
import { cleanName, cleanText } from './seller-text.ts';
import { toMs } from './wire-time.ts';

export type MessageMap = Readonly<Record<string, Reason>>;

/** Pause of automatic requests after a fault of the service (docs/protocol.md#rate-limits). */
export const serverDownPauseMs = 30_000;
/**
 * `defaultMs` replaces a missing `retryAfter`, and `maxMs` caps a given one
 * (docs/protocol.md#rate-limits).
 */
const pauses = {
  'rate-limited': { defaultMs: 60_000, maxMs: 3_600_000 },
  overloaded: { defaultMs: 5000, maxMs: 30_000 },
} as const;

const dayMs = 86_400_000;

/**
 * Variants of the default texts in services of this API family (docs/protocol.md#other-services).
 */
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
  ...Object.fromEntries(reasons.map((reason) => [withoutPeriod(defaultTexts[reason]), reason])),
  ...otherTexts,
};

export function classify(
  operation: ClientType,
  answer: FailureAnswer,
  messages: MessageMap,
  nowMs: number,
): Refusal {
  const message = answer.message.trim();
  const known = reasonOfFixedText(message) ?? lookUp(knownTexts, withoutPeriod(message));
  const fieldReason = reasonFromField(answer);
  const meaning =
    fieldReason ??
    reasonOfFixedText(message) ??
    lookUp(messages, message) ??
    known ??
    (isMutedText(message) ? 'chat-muted' : 'refused');
  // Default texts are not the seller's words, and `mutedUntil` already has the time of a mute.
  const isRedundant = known !== null || (answer.mutedUntil !== null && isMutedText(message));
  const facts = factsOf(reasonInContext(meaning, operation), answer, nowMs);
  return {
    facts,
    sellerText: isRedundant ? null : cleanText(answer.message),
    lapsed: answer.lapsed === null ? null : answer.lapsed.map(readLapsed),
    removal: facts.code === 'wrong-device' ? readRemovalOffer(answer) : null,
  };
}

/** Returns the reason in the answer. Two reasons become more general ones, which mean the same. */
function reasonFromField({ reason }: FailureAnswer): Reason | null {
  if (reason === 'two-factor-bad-code') return 'bad-code';
  if (reason === 'user-variable-unknown') return 'variable-unknown';
  return reason !== null && isReason(reason) ? reason : null;
}

function withoutPeriod(text: string): string {
  return text.trim().replace(/\.$/, '');
}

function lookUp(table: Readonly<Record<string, Reason>>, text: string): Reason | null {
  return Object.hasOwn(table, text) ? (table[text] ?? null) : null;
}

/** Returns the reason of a text that no seller can change (docs/protocol.md#fixed-texts). */
function reasonOfFixedText(message: string): Reason | null {
  if (message.startsWith(protocolTexts.sessionGonePrefix)) return 'session-gone';
  if (message === protocolTexts.appUnknown) return 'app-unknown';
  if (message === protocolTexts.versionRefused) return 'update-required';
  if (message === protocolTexts.codeNeeded) return 'code-needed';
  if (message === defaultTexts['type-unknown']) return 'type-unknown';
  const deviceId =
    /^HWID must be \d+ or more characters/.test(message) || /^Force HWID is enabled/.test(message);
  return deviceId ? 'device-id-invalid' : null;
}

/** Compares only the beginning, because the text ends with a time of an unknown time zone. */
function isMutedText(message: string): boolean {
  return message.startsWith(`${defaultTexts['chat-muted']} until `);
}

/** The meaning of some refusals depends on the operation. */
function reasonInContext(meaning: Reason | 'refused', operation: ClientType): Reason | 'refused' {
  // SECURITY: a sign-in must not reveal whether the user name or the password is wrong.
  if (operation === 'login' && meaning === 'user-unknown') return 'bad-credentials';
  // Sellers can reword "not signed in", so an unknown refusal of a `check` means `not-signed-in`.
  if (operation === 'check' && meaning === 'refused') return 'not-signed-in';
  return meaning;
}

function pauseMs(meaning: keyof typeof pauses, requestedPause: Seconds | null): number {
  const { defaultMs, maxMs } = pauses[meaning];
  return clampPause(requestedPause === null ? defaultMs : msOf(requestedPause), maxMs);
}

/** Applies `retryAfter` only if no tries are left. */
function remainingTries({ triesLeft, retryAfter }: FailureAnswer, nowMs: number) {
  const waits = triesLeft === 0 && retryAfter !== null;
  return { triesLeft, retryAt: waits ? nowMs + pauseMs('rate-limited', retryAfter) : null };
}

function retryAtOrNull(requestedPause: Seconds | null, nowMs: number): number | null {
  return requestedPause === null ? null : nowMs + clampPause(msOf(requestedPause), dayMs);
}

function clampPause(askedMs: number, maxMs: number): number {
  return Math.ceil(Math.min(Math.max(askedMs, 1000), maxMs));
}

/** TypeScript checks a union of at most 25 codes; `factsOf` has the others. */
const reasonsWithoutFacts = [
  'channel-unknown',
  'computer-unknown',
  'email-missing',
  'email-wrong',
  'forgot-user-unknown',
  'mail-unavailable',
  'message-blank',
  'message-too-long',
  'new-username-taken',
  'no-resets-left',
  'no-subscription',
  'not-signed-in',
  'session-unknown',
  'subscription-paused',
  'ticket-unknown',
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
] as const satisfies readonly Reason[];
type ReasonWithoutFacts = (typeof reasonsWithoutFacts)[number];

function hasNoFacts(meaning: Reason | 'refused'): meaning is ReasonWithoutFacts {
  return reasonsWithoutFacts.some((one) => one === meaning);
}

function endingOf(answer: FailureAnswer): { readonly ended?: EndCause } {
  const ended = endCauses.find((cause) => cause === answer.ended);
  return ended === undefined ? {} : { ended };
}

function requiredUpdate({ version, download }: FailureAnswer) {
  return { version: cleanName(version) || null, download: httpsAddress(download) };
}

function factsOf(meaning: Reason | 'refused', answer: FailureAnswer, nowMs: number): WireFailure {
  if (hasNoFacts(meaning)) return { code: meaning };
  const { usedByYou } = answer;
  switch (meaning) {
    case 'rate-limited':
    case 'overloaded':
      return { code: meaning, retryAt: nowMs + pauseMs(meaning, answer.retryAfter) };
    case 'key-used':
      return { code: meaning, usedByYou, expiresAt: toMs(answer.expiry), afterLostAnswer: false };
    case 'bad-code':
      return { code: meaning, failures: 1, clockOffsetMs: null, ...remainingTries(answer, nowMs) };
    case 'bad-credentials':
    case 'key-unknown':
      return { code: meaning, ...remainingTries(answer, nowMs) };
    case 'banned':
      return { code: meaning, reason: cleanText(answer.bannedReason) };
    case 'update-required':
      return { code: meaning, ...requiredUpdate(answer) };
    case 'chat-too-fast':
      return { code: meaning, retryAt: retryAtOrNull(answer.retryAfter, nowMs) };
    case 'seat-held':
      return { code: meaning, freeAt: toMs(answer.until) };
    case 'chat-muted':
      return { code: meaning, retryAt: toMs(answer.mutedUntil) };
    case 'session-gone':
      return { code: meaning, ...endingOf(answer) };
    case 'code-needed':
      return answer.recovery === true ? { code: meaning, recovery: true } : { code: meaning };
    case 'internal':
      return { code: 'server-down', retryAt: nowMs + serverDownPauseMs };
    case 'app-disabled':
    case 'app-paused':
    case 'app-unknown':
    case 'bad-request':
    case 'blacklisted':
    case 'device-id-invalid':
    case 'email-taken':
    case 'key-banned':
    case 'no-plan-for-level':
    case 'recovery-expired':
    case 'refused':
    case 'trial-limit':
    case 'trial-used':
    case 'wrong-device':
      return { code: meaning };
  }
}
