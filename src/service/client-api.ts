// From parameters to an outcome: which application, which operation, do its parameters fit, may it be, run it.
import { z } from 'zod';
import { clientSpec, isClientType, type ClientType } from '../shared/wire/client-spec.ts';
import { textSettings, type AnyReason, type OwnTexts } from '../shared/wire/more-reasons.ts';
import { challenge, ownerid, sessionid, shortText } from '../shared/wire/primitives.ts';
import { refuseBanned, type Call, type Parts } from './call.ts';
import { operations, type AnyOperation } from './client-operations.ts';
import { readContext, type Context } from './context.ts';
import { refuse, type Outcome, type Refusal } from './outcome.ts';
import { parseParameters, type Parameters } from './http/request-parameters.ts';
import type { ApplicationRow } from './database/schema.ts';
import { endSession } from './users/sessions.ts';
import { ownedSubscriptions, refuseInactive } from './licenses/subscriptions.ts';

/** Read before the operation is known; `ownerid` before `name`, as clients of this family are used to. */
const common = z.object({ challenge: challenge.optional(), ownerid, name: shortText });

export async function runClientApi(
  parts: Parts,
  { values, refusal }: Parameters,
  ip: string,
): Promise<Outcome> {
  if (refusal !== null) return refusal;
  const head = parseParameters(common, values);
  if (!head.ok) return head.refusal;
  const type = values.get('type') ?? '';
  const known = isClientType(type) ? type : null;
  const now = Math.floor(parts.nowMs() / 1000);
  const { name, ownerid } = head.request;
  const varid = known === 'var' ? (shortText.safeParse(values.get('varid')).data ?? null) : null;
  const asked = { name, ownerid, sessionid: askedSession(known, values), varid };
  const context = await readContext(parts.db, asked, now);
  if (context === undefined) return refuse('app-unknown');
  const outcome = await runKnown({ ...parts, ...context, now, ip }, context, known, values);
  return outcome.ok ? outcome : inOwnWords(context.application, outcome);
}

/** null: the operation needs none, or what was sent is none. */
function askedSession(type: ClientType | null, values: ReadonlyMap<string, string>): string | null {
  if (type === null || clientSpec[type].needs === 'nothing') return null;
  return sessionid.safeParse(values.get('sessionid')).data ?? null;
}

async function runKnown(
  call: Call,
  context: Context,
  type: ClientType | null,
  values: ReadonlyMap<string, string>,
): Promise<Outcome> {
  if (type === null) return refuse('type-unknown');
  const parsed = parseParameters(clientSpec[type].request, values);
  if (!parsed.ok) return parsed.refusal;
  const refusal =
    refuseStopped(call.application, type) ?? (await refuseSession(call, context, type));
  if (refusal !== null) return refusal;
  const run = operations[type] as AnyOperation; // its request was checked with the schema of this very type
  return run(call, parsed.request);
}

/** A stopped application answers nothing but the end of sessions; its running sessions were ended with it. */
function refuseStopped({ enabled, paused }: ApplicationRow, type: ClientType): Refusal | null {
  if (type === 'logout') return null;
  if (enabled === 0) return refuse('app-disabled');
  return paused === 1 ? refuse('app-paused') : null;
}

async function refuseSession(
  call: Call,
  { activeUntil }: Context,
  type: ClientType,
): Promise<Refusal | null> {
  const { needs } = clientSpec[type];
  if (needs === 'nothing') return null;
  const { session, user, now } = call;
  if (session === null) return refuse('session-gone');
  if (needs === 'any-session') return null;
  if (user === null) return needs === 'sign-in' ? refuse('not-signed-in') : null;
  const running = activeUntil !== null && activeUntil > now;
  const refusal =
    refuseBanned(user) ??
    (running ? null : refuseInactive(await ownedSubscriptions(call.db, user.id), now));
  // A ban, a pause or an expiry ends the session here and says so once.
  if (refusal !== null) await endSession(call.db, session);
  return refusal;
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
  const reason = refusal.facts['bannedReason'];
  return {
    ...refusal,
    message: own.replaceAll('{reason}', typeof reason === 'string' ? reason : ''),
  };
}
