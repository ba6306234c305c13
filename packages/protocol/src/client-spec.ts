// Every operation of the client API on one page: what it takes and answers, what it is for, which session it needs and how it
// may refuse. The service runs by it, the tests check every answer against it, and docs/api.md is printed from it.
import { accountSpec } from './client/account.ts';
import { banSpec } from './client/bans.ts';
import { endings } from './client/common.ts';
import { communitySpec } from './client/community.ts';
import { fileSpec } from './client/files.ts';
import { redeemingSpec } from './client/redeeming.ts';
import { reportSpec } from './client/reports.ts';
import { sessionSpec } from './client/session.ts';
import { signInSpec } from './client/sign-in.ts';
import { variableSpec } from './client/variables.ts';
import type { AnyReason } from './all-reasons.ts';
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

/** In the order in which they are told of. */
export const clientSpec = {
  init: sessionSpec.init,
  ...signInSpec,
  ...redeemingSpec,
  ...variableSpec,
  check: sessionSpec.check,
  ...banSpec,
  ...fileSpec,
  ...reportSpec,
  ...communitySpec,
  ...accountSpec,
  logout: sessionSpec.logout,
} as const satisfies Record<string, ClientSpec>;

export type ClientType = keyof typeof clientSpec;
export type RequestOf<Type extends ClientType> = z.output<(typeof clientSpec)[Type]['request']>;
export type SuccessOf<Type extends ClientType> = z.output<(typeof clientSpec)[Type]['success']>;
/** What the service may put on the wire for a success, before the envelope's common fields. */
export type AnswerOf<Type extends ClientType> = z.input<(typeof clientSpec)[Type]['success']>;

export function isClientType(type: string): type is ClientType {
  return Object.hasOwn(clientSpec, type);
}
