// Dispatches requests of the client API: finds the application and the operation, checks parameters
// and session, and runs the operation. An idempotent request runs once
// (docs/protocol.md#idempotent-requests).
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import {
  clientSpec,
  isClientType,
  sessionNeedOf,
  type ClientType,
  type SessionNeed,
  type RequestOf,
  type ClientSpec,
} from '@latchkey/protocol/client-spec.ts';
import { challenge, keyIds, ownerid, sessionid, shortText } from '@latchkey/protocol/primitives.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import { onBehalfOf } from '../database/write-share.ts';
import { badRequest, refuse, type Outcome, type Refusal } from '../outcome.ts';
import { FollowUps } from './follow-ups.ts';
import type { ExtraRead, Call, CallOf, ContextQuery, Parts, SessionContext } from './call.ts';
import {
  claimSeconds,
  DuplicateRequest,
  settleOutcome,
  type RequestKey,
} from './idempotency/claims.ts';
import {
  IdempotentRequest,
  notIdempotent,
  requestKeyOf,
  type Idempotency,
} from './idempotency/idempotent-request.ts';
import { openOutcome, type StoredOutcome } from './idempotency/stored-outcome.ts';
import { applySellerSettings } from './own-texts.ts';
import { makeCall, type Sender } from './make-call.ts';
import { parseParameters, withoutAliases, type Parameters } from './parameters.ts';

/**
 * The parameters that are checked first. `ownerid` comes before `name`, because clients of this API
 * expect that order.
 */
const commonParameters = z.object({
  challenge: challenge.optional(),
  keys: keyIds.optional(),
  ownerid,
  name: shortText,
});

type Run<Type extends ClientType> = (
  call: CallOf<Type>,
  request: RequestOf<Type>,
) => Promise<Outcome<Type>>;

/** The feature functions that the dispatcher calls. It has no code for single operations. */
export interface ClientApi {
  readonly operations: ClientOperations;
  /** Returns undefined if there is no such application. */
  readonly readContext: (
    db: Database,
    query: ContextQuery,
    now: number,
  ) => Promise<SessionContext | undefined>;
  /** Returns null if the session and its user meet `needs`. */
  readonly refuseSession: (
    call: Call,
    activeUntil: number | null,
    needs: SessionNeed,
  ) => Promise<Refusal | null>;
  /** Returns the answer to a request that was completed before. */
  readonly replay: (
    call: Call,
    activeUntil: number | null,
    outcome: StoredOutcome,
  ) => Promise<Outcome>;
}

/** The handler of each operation, and its options for the dispatcher. */
export type ClientOperations = {
  readonly [Type in ClientType]: Run<Type> | ({ readonly run: Run<Type> } & OperationOptions);
};

interface OperationOptions {
  /** Returns the additional data that the first statement must read. */
  readonly extraRead?: (values: ReadonlyMap<string, string>) => ExtraRead | null;
  /** Allows the operation while the application is paused or disabled. */
  readonly worksWhenStopped?: true;
}

interface AnyOperation extends OperationOptions {
  readonly run: (call: Call, request: unknown) => Promise<Outcome>;
}

function operationOf(operations: ClientOperations, type: ClientType): AnyOperation {
  const entry = operations[type];
  // A request is checked with the schema of its own type before it is run.
  return (typeof entry === 'function' ? { run: entry } : entry) as AnyOperation;
}

interface OperationCall {
  readonly type: ClientType | null;
  readonly operation: AnyOperation | null;
  readonly values: ReadonlyMap<string, string>;
}

export async function runClientApi(
  api: ClientApi,
  parts: Parts,
  { values, refusal }: Parameters,
  sender: Sender,
): Promise<Outcome> {
  if (refusal !== null) return refusal;
  const parsedCommon = parseParameters(commonParameters, values);
  if (!parsedCommon.ok) return parsedCommon.refusal;
  const typeName = values.get('type') ?? '';
  const type = isClientType(typeName) ? typeName : null;
  const operation = type === null ? null : operationOf(api.operations, type);
  const operationCall: OperationCall = { type, operation, values };
  const { name, ownerid, keys = [] } = parsedCommon.request;
  const knownKeys = parts.signers.knownKeysOf(keys);
  const key = requestKeyOf(parts.secret, type, values);
  const extraRead: ExtraRead | null =
    key === null
      ? (operation?.extraRead?.(values) ?? null)
      : { kind: 'request', request: key.request };
  const query = { name, ownerid, sessionid: sessionIdOf(operationCall), extraRead };
  return retryWhileInFlight(async () => {
    const now = toUnixSeconds(parts.nowMs());
    const context = await api.readContext(parts.db, query, now);
    if (context === undefined) return refuse('app-unknown');
    const followUps = new FollowUps();
    const at = { now, knownKeys, afterwards: followUps.add };
    const callOf = (idempotency: Idempotency) =>
      makeCall(parts, context, sender, { ...at, idempotency });
    const run = (idempotency: Idempotency) =>
      runOperation(api, operationCall, callOf(idempotency), context.activeUntil);
    const outcome = await onBehalfOf(context.application.id, () =>
      key === null
        ? run(notIdempotent)
        : runIdempotent(api, callOf(notIdempotent), context, key, run),
    );
    await followUps.run(parts);
    return outcome.ok ? outcome : applySellerSettings(context.application, outcome);
  });
}

/** Returns the session id, or null if the operation needs no session or the id is malformed. */
function sessionIdOf({ type, values }: OperationCall): string | null {
  if (type === null || sessionNeedOf(type, values.get('kind')) === 'nothing') return null;
  return sessionid.safeParse(values.get('sessionid')).data ?? null;
}

/** Refuses requests to a disabled or paused application. Refused sessions are not changed. */
export function refuseStopped({
  enabled,
  paused,
}: Pick<ApplicationRow, 'enabled' | 'paused'>): Refusal | null {
  if (enabled === 0) return refuse('app-disabled');
  return paused === 1 ? refuse('app-paused') : null;
}

async function runOperation(
  { refuseSession }: ClientApi,
  { type, operation, values }: OperationCall,
  call: Call,
  activeUntil: number | null,
): Promise<Outcome> {
  if (type === null || operation === null) return refuse('type-unknown');
  const { request } = clientSpec[type];
  const { also }: ClientSpec = clientSpec[type];
  const named = withoutAliases(values, also);
  if (!named.ok) return named.refusal;
  const parsed = parseParameters(request, named.values);
  if (!parsed.ok) return parsed.refusal;
  const refusal =
    (operation.worksWhenStopped === true ? null : refuseStopped(call.application)) ??
    (await refuseSession(call, activeUntil, sessionNeedOf(type, values.get('kind'))));
  if (refusal !== null) return refusal;
  return operation.run(call, parsed.request);
}

/**
 * Runs a request once, or replays its stored outcome. Throws DuplicateRequest if the same request
 * is in flight.
 */
async function runIdempotent(
  { replay }: ClientApi,
  call: Call,
  { earlierRequest, activeUntil }: SessionContext,
  key: RequestKey,
  run: (idempotency: Idempotency) => Promise<Outcome>,
): Promise<Outcome> {
  const { db, secret, now } = call;
  const sealingKey = secret.deriveKey('kept outcomes');
  if (
    earlierRequest !== null &&
    (earlierRequest.outcome !== null || earlierRequest.claimedUntil > now)
  ) {
    if (earlierRequest.content !== key.content)
      return badRequest('The parameter "challenge" was already used for a different request.');
    if (earlierRequest.outcome === null) throw new DuplicateRequest();
    await settleOutcome(call.db, key);
    return replay(call, activeUntil, openOutcome(sealingKey, key.request, earlierRequest.outcome));
  }
  const request = new IdempotentRequest(key, sealingKey, now);
  try {
    const outcome = await run(request);
    await request.settle(db, outcome);
    return outcome;
  } catch (error) {
    if (!(error instanceof DuplicateRequest)) await request.release(db).catch(() => undefined);
    throw error;
  }
}

const [firstPauseMs, maxPauseMs] = [5, 100];
/** After this time, the claim of the other request has expired, and a retry has taken it over. */
const giveUpAfterMs = (claimSeconds + 5) * 1000;

/** Polls, because the request may be in flight in another process. */
async function retryWhileInFlight<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      const waitedMs = performance.now() - startedAt;
      if (!(error instanceof DuplicateRequest) || waitedMs > giveUpAfterMs) throw error;
    }
    await pause(pauseMs);
  }
}
