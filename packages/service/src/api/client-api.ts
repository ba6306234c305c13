// From parameters to an outcome: which application, which operation, do its parameters fit, may it be, run it.
import { z } from 'zod';
import {
  clientSpec,
  isClientType,
  type ClientType,
  type RequestOf,
} from '@latchkey/protocol/client-spec.ts';
import { textSettings, type AnyReason, type OwnTexts } from '@latchkey/protocol/all-reasons.ts';
import { challenge, keyIds, ownerid, sessionid, shortText } from '@latchkey/protocol/primitives.ts';
import type { Call, CallOf, Parts } from '../call.ts';
import { readContext, type Also, type Context } from './context.ts';
import { refuse, type Outcome, type Refusal } from '../outcome.ts';
import { parseParameters, type Parameters } from './parameters.ts';
import { unrepeated, type Once } from './idempotency/once.ts';
import { marksOf } from './idempotency/request-marks.ts';
import { runOnce, whileRepeated } from './run-once.ts';
import { refuseSession, refuseStopped } from './session-checks.ts';
import type { ApplicationRow } from '../database/schema.ts';
import { onBehalfOf } from '../database/write-share.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';

/** Read before the operation is known; `ownerid` before `name`, as clients of this family are used to. */
const common = z.object({
  challenge: challenge.optional(),
  keys: keyIds.optional(),
  ownerid,
  name: shortText,
});

type Run<Type extends ClientType> = (
  call: CallOf<Type>,
  request: RequestOf<Type>,
) => Promise<Outcome<Type>>;

/** What runs each operation; with more where the dispatcher must know something of it. */
export type ClientOperations = {
  readonly [Type in ClientType]: Run<Type> | ({ readonly run: Run<Type> } & Special);
};

interface Special {
  /** What the first statement reads with the session. */
  readonly also?: (values: ReadonlyMap<string, string>) => Also | null;
  /** Answers while the application is paused or switched off. */
  readonly whenStopped?: true;
}

interface AnyOperation extends Special {
  readonly run: (call: Call, request: unknown) => Promise<Outcome>;
}

function operationOf(operations: ClientOperations, type: ClientType): AnyOperation {
  const entry = operations[type];
  // A request is checked with the schema of its own type before it is run.
  return (typeof entry === 'function' ? { run: entry } : entry) as AnyOperation;
}

export async function runClientApi(
  operations: ClientOperations,
  parts: Parts,
  { values, refusal }: Parameters,
  ip: string,
): Promise<Outcome> {
  if (refusal !== null) return refusal;
  const head = parseParameters(common, values);
  if (!head.ok) return head.refusal;
  const type = values.get('type') ?? '';
  const known = isClientType(type) ? type : null;
  const { name, ownerid, keys = [] } = head.request;
  const knownKeys = parts.signers.knownOf(keys);
  const marks = marksOf(parts.secret, known, values);
  const operation = known === null ? null : operationOf(operations, known);
  const also: Also | null =
    marks === null
      ? (operation?.also?.(values) ?? null)
      : { kind: 'request', request: marks.request };
  const asked = { name, ownerid, sessionid: askedSession(known, values), also };
  return whileRepeated(async () => {
    const now = inSeconds(parts.nowMs());
    const context = await readContext(parts.db, asked, now);
    if (context === undefined) return refuse('app-unknown');
    const passwords = parts.passwordQueue.of(context.application.id);
    const callOf = (once: Once): Call => ({
      ...parts,
      ...context,
      ...{ passwords, now, ip, knownKeys, once },
    });
    const run = (once: Once) => runKnown(operation, callOf(once), context, known, values);
    const outcome = await onBehalfOf(context.application.id, () =>
      marks === null ? run(unrepeated) : runOnce(callOf(unrepeated), context, marks, run),
    );
    return outcome.ok ? outcome : asWanted(context.application, outcome);
  });
}

/** null: the operation needs none, or what was sent is none. */
function askedSession(type: ClientType | null, values: ReadonlyMap<string, string>): string | null {
  if (type === null || clientSpec[type].needs === 'nothing') return null;
  return sessionid.safeParse(values.get('sessionid')).data ?? null;
}

async function runKnown(
  operation: AnyOperation | null,
  call: Call,
  context: Context,
  type: ClientType | null,
  values: ReadonlyMap<string, string>,
): Promise<Outcome> {
  if (type === null || operation === null) return refuse('type-unknown');
  const parsed = parseParameters(clientSpec[type].request, values);
  if (!parsed.ok) return parsed.refusal;
  const refusal =
    (operation.whenStopped === true ? null : refuseStopped(call.application)) ??
    (await refuseSession(call, context.activeUntil, clientSpec[type].needs));
  if (refusal !== null) return refusal;
  return operation.run(call, parsed.request);
}

/** Its text and its status are the seller's to choose. */
function asWanted(application: ApplicationRow, refusal: Refusal): Refusal {
  const told = inOwnWords(application, refusal);
  return application.failureStatus === '200' ? { ...told, status: 200 } : told;
}

const settable: ReadonlySet<AnyReason> = new Set(Object.values(textSettings));

function inOwnWords({ texts }: ApplicationRow, refusal: Refusal): Refusal {
  if (texts === '{}' || !settable.has(refusal.reason)) return refusal;
  const all = JSON.parse(texts) as OwnTexts; // written by `updatesettings` only
  const { lapsed } = refusal.facts;
  const hasLapsed =
    refusal.reason === 'no-subscription' && Array.isArray(lapsed) && lapsed.length > 0;
  const own = (hasLapsed ? all.expired : undefined) ?? all[refusal.reason];
  if (own === undefined) return refusal;
  const { bannedReason } = refusal.facts;
  const reason = typeof bannedReason === 'string' ? bannedReason : '';
  // By a function: else `$&` and the like in the reason would stand for something.
  return { ...refusal, message: own.replaceAll('{reason}', () => reason) };
}
