// Every operation of the client API on one page: what it takes and answers, what it is for, which session it needs and how it
// may refuse. The service runs by it, the tests check every answer against it, and docs/api.md is printed from it.
import { clientApi } from './client-api.ts';
import { checkPaid, clientMore, initTokens } from './client-more.ts';
import { clientRelease } from './client-release.ts';
import { endings, licenseKey, signInSpec } from './client-sign-in.ts';
import type { AnyReason } from './more-reasons.ts';
import type { z } from 'zod';

/**
 * Which session an operation needs. `any-session`: initialised or signed in, whatever became of its user. `session`: the
 * same, but where it is signed in, its user must be in good standing. `sign-in`: signed in.
 */
export type Needs = 'nothing' | 'any-session' | 'session' | 'sign-in';

export interface ClientSpec {
  readonly request: z.ZodType;
  readonly success: z.ZodType;
  readonly summary: string;
  readonly needs: Needs;
  /** Beside those of `refusalsOfAll` and of what it needs. */
  readonly failures: readonly AnyReason[];
  /** Sent again with the same challenge, it is not done again (contract 0.15). */
  readonly once?: true;
}

/** Any operation may be refused for these. */
export const refusalsOfAll = [
  'app-unknown',
  'app-disabled',
  'app-paused',
  'type-unknown',
  'bad-request',
  'rate-limited',
  'overloaded',
  'internal',
] as const satisfies readonly AnyReason[];

/** What an operation may be refused for because of what it needs. */
export const refusalsOfNeeds = {
  nothing: [],
  'any-session': ['session-gone'],
  session: ['session-gone', ...endings],
  'sign-in': ['session-gone', 'not-signed-in', ...endings],
} as const satisfies Record<Needs, readonly AnyReason[]>;

/** Of a session that is not signed in where this very thing is only for those that are. */
const signInForSome = ['not-signed-in'] as const;

export const clientSpec = {
  init: {
    ...clientApi.init,
    request: clientApi.init.request.extend(initTokens),
    summary: 'Opens a session for a program of the application.',
    needs: 'nothing',
    failures: [
      'update-required',
      'program-altered',
      'token-missing',
      'token-hash-missing',
      'token-banned',
      'token-unknown',
      'token-hash-differs',
      'blacklisted',
    ],
  },
  ...signInSpec,
  upgrade: {
    ...clientApi.upgrade,
    summary: 'Redeems a license for a user by name. It verifies no password and never signs in.',
    needs: 'any-session',
    once: true,
    failures: [...licenseKey, 'user-unknown'],
  },
  var: {
    ...clientApi.var,
    summary: 'A global variable; its value is in `message`.',
    needs: 'session',
    failures: [...signInForSome, 'variable-unknown'],
  },
  getvar: {
    ...clientMore.getvar,
    summary: 'A variable of the signed-in user; its value is in `response`.',
    needs: 'sign-in',
    failures: ['user-variable-unknown'],
  },
  setvar: {
    ...clientMore.setvar,
    summary: 'Sets a variable of the signed-in user, unless the seller made it read-only.',
    needs: 'sign-in',
    once: true,
    failures: ['variable-read-only', 'variable-not-set'],
  },
  check: {
    ...checkPaid,
    summary:
      'Whether the session is signed in, and as whom. `update` is there where the version that signed in is soon no longer taken, or is not now: which one to have, where it is, and by when. With `check_paid=1` the answer has a `role`, always `customer`: clients that miss it stop checking.',
    needs: 'sign-in',
    failures: [],
  },
  checkblacklist: {
    ...clientMore.checkblacklist,
    summary: 'Whether this IP or device is blacklisted: `success: true` means that it is.',
    needs: 'session',
    failures: ['not-blacklisted'],
  },
  ban: {
    ...clientMore.ban,
    summary: 'Bans the user; blacklists the device sent if it is theirs, the IP if set so.',
    needs: 'sign-in',
    once: true,
    failures: [],
  },
  file: {
    ...clientMore.file,
    summary:
      'A file: its bytes in hex where it is small, and a signed URL for a download in ranges.',
    needs: 'session',
    failures: [...signInForSome, 'file-unknown', 'file-broken'],
  },
  release: {
    ...clientRelease,
    summary:
      'The release of the program that this account is offered on a channel, or `null`: its manifest and chunks are at URLs that work for ten minutes and as long as the session, in ranges.',
    needs: 'sign-in',
    failures: [],
  },
  log: {
    ...clientMore.log,
    summary: "Writes a line into the application's log.",
    needs: 'session',
    once: true,
    failures: [],
  },
  webhook: {
    ...clientMore.webhook,
    summary: "Calls one of the seller's webhooks, whose URL stays unknown to the client.",
    needs: 'session',
    once: true,
    failures: [...signInForSome, 'webhook-unknown', 'webhook-failed'],
  },
  chatget: {
    ...clientMore.chatget,
    summary:
      'The last 50 messages of a channel, oldest first; none of a channel that is not known.',
    needs: 'sign-in',
    failures: [],
  },
  chatsend: {
    ...clientMore.chatsend,
    summary: 'Writes a message into a channel.',
    needs: 'sign-in',
    once: true,
    failures: [
      'channel-unknown',
      'chat-too-fast',
      'chat-muted',
      'message-blank',
      'message-too-long',
    ],
  },
  fetchOnline: {
    ...clientMore.fetchOnline,
    summary: 'Who is signed in; names are masked after 10 characters. Up to 30 minutes old.',
    needs: 'session',
    failures: ['nobody-online'],
  },
  fetchStats: {
    ...clientMore.fetchStats,
    summary: 'How many users, users online and keys there are. Up to an hour old.',
    needs: 'session',
    failures: [],
  },
  forgot: {
    ...clientMore.forgot,
    summary: 'Sends a mail with a link to a new password, to the e-mail the user registered with.',
    needs: 'session',
    once: true,
    failures: ['forgot-user-unknown', 'email-missing', 'email-wrong', 'mail-unavailable'],
  },
  changeUsername: {
    ...clientMore.changeUsername,
    summary: "Changes the signed-in user's name and ends the session.",
    needs: 'sign-in',
    once: true,
    failures: ['new-username-taken', 'username-too-short', 'username-reserved'],
  },
  '2faenable': {
    ...clientMore['2faenable'],
    summary:
      'Without a code: offers a secret for 300 seconds. With a code of it: turns two-factor sign-in on.',
    needs: 'sign-in',
    once: true,
    failures: ['two-factor-on', 'two-factor-expired', 'two-factor-bad-code'],
  },
  '2fadisable': {
    ...clientMore['2fadisable'],
    summary: 'Turns two-factor sign-in off, with a code.',
    needs: 'sign-in',
    once: true,
    failures: ['two-factor-off', 'two-factor-code-missing', 'two-factor-bad-code'],
  },
  logout: {
    ...clientApi.logout,
    summary: 'Ends the session.',
    needs: 'any-session',
    once: true,
    failures: [],
  },
} as const satisfies Record<string, ClientSpec>;

export type ClientType = keyof typeof clientSpec;
export type RequestOf<Type extends ClientType> = z.output<(typeof clientSpec)[Type]['request']>;
export type SuccessOf<Type extends ClientType> = z.output<(typeof clientSpec)[Type]['success']>;
/** What the service may put on the wire for a success, before the envelope's common fields. */
export type AnswerOf<Type extends ClientType> = z.input<(typeof clientSpec)[Type]['success']>;

export function isClientType(type: string): type is ClientType {
  return Object.hasOwn(clientSpec, type);
}
