// Dispatches requests of the seller API (docs/protocol.md#seller-requests): checks the seller key,
// then runs the operation. Answers are not signed; failures have status 400. A change and its audit
// row share one transaction.
import type { FastifyReply } from 'fastify';
import { sellerApi, sellerTypeOf, type SellerType } from '@latchkey/protocol/seller-api.ts';
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { noteSellerOutcome } from '../http/request-log.ts';
import { auditDetail, auditRead, auditRefusal, writeAudit } from './seller-audit.ts';
import type { Parts } from './call.ts';
import type { SellerOutcome } from '../outcome.ts';
import {
  collectParameters,
  parseParameters,
  withoutAliases,
  withoutUnset,
  type Parameters,
  type ShopRequest,
} from './parameters.ts';
import { finishDryRun, isDryRun, refuseDryRun } from './dry-run.ts';
import { FollowUps } from './follow-ups.ts';
import { findSeller, type KnownSeller } from './seller-keys.ts';
import {
  refused,
  refusedOperation,
  refusedParameter,
  sellerRateLimited,
} from './seller-failure.ts';
import { maskAnswer } from './seller-masking.ts';
import { withStoredNames } from './seller-names.ts';
import {
  isForAll,
  outOfScope,
  permit,
  type AnyRun,
  type OperationSets,
} from './seller-permission.ts';
import { runBulkChange } from './bulk-change.ts';
import { changeOnce } from './change-once.ts';
import { repeatedChangeOf } from './idempotency/repeated-change.ts';
import { isBulkChange, type AnyBulkChange } from './job-stop.ts';
import {
  RolledBack,
  type AnyResult,
  type SellerHandlers,
  type SellerCall,
  type SellerChange,
} from './seller-call.ts';
import { transactWithin } from '../database/transact.ts';
import { onBehalfOf } from '../database/write-share.ts';
import { countWrongKey, secondsUntilNextKey } from '../secrets/wrong-seller-keys.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';

type ReadingRun = (call: SellerCall) => Promise<AnyResult>;
export type SellerOperations = SellerHandlers<typeof sellerApi>;

export async function runSellerApi(
  operations: OperationSets,
  parts: Parts,
  { values, refusal }: Parameters,
  readShop: () => ShopRequest,
  ip: string,
): Promise<SellerOutcome> {
  if (refusal !== null) return refusedParameter(refusal);
  const now = toUnixSeconds(parts.nowMs());
  // SECURITY: the key is checked before any budget, so that wrong keys of others never block a
  // correct key (docs/protocol.md#fair-shares).
  const seller = await findSeller(parts.db, values.get('sellerkey') ?? '', now);
  if (seller === undefined) {
    const spent = await secondsUntilNextKey(parts.db, ip, now);
    const wait = spent > 0 ? spent : await countWrongKey(parts.db, ip, now);
    return wait > 0 ? sellerRateLimited(wait) : refused('seller-key-invalid');
  }
  const shop = values.get('type') === 'add' ? readShop() : null;
  const ofShop = collectParameters(shop?.fields ?? []);
  if (ofShop.refusal !== null) return refusedParameter(ofShop.refusal);
  const all = new Map([...values, ...ofShop.values]);
  return runAsSeller(operations, parts, seller, all, { ip, shopBody: shop?.body ?? null });
}

/** Runs an operation for a seller who is known: by a seller key, or as a person who signed in. */
export async function runAsSeller(
  operations: OperationSets,
  parts: Parts,
  seller: KnownSeller,
  values: Parameters['values'],
  from: Pick<SellerCall, 'ip' | 'shopBody'>,
): Promise<SellerOutcome> {
  const { application } = seller;
  const context = { ...parts, ...seller, ...from, now: toUnixSeconds(parts.nowMs()) };
  const outcome = await onBehalfOf(application.id, () =>
    runAuthenticated(operations, context, values),
  );
  if (outcome.status === 200) return outcome;
  await auditRefusal(context, values.get('type') ?? '', outcome.message);
  return application.failureStatus === '200' ? { ...outcome, sentAs: 200 } : outcome;
}

type AuthenticatedContext = Parts & KnownSeller & Pick<SellerCall, 'shopBody' | 'now' | 'ip'>;

async function runAuthenticated(
  operations: OperationSets,
  context: AuthenticatedContext,
  values: Parameters['values'],
): Promise<SellerOutcome> {
  const { application, ip } = context;
  if (application.sellerAddress !== null && application.sellerAddress !== ip)
    return refused('address-not-allowed');
  const typeName = values.get('type') ?? '';
  if (typeName === '') return refused('type-missing');
  const type = sellerTypeOf(typeName);
  if (type === null) return refused('type-unknown');
  return runOperation(operations, context, values, type);
}

async function runOperation(
  operations: OperationSets,
  context: AuthenticatedContext,
  values: Parameters['values'],
  type: SellerType,
): Promise<SellerOutcome> {
  const spec: SellerSpec = sellerApi[type];
  const own = ownParameters(values, spec.also);
  if (!own.ok) return refusedParameter(own.refusal);
  // SECURITY: checked before any look-up, so that the answer reveals nothing outside the scope.
  const permission = permit(operations, context.key, type, spec);
  if ('refusal' in permission) return permission.refusal;
  const { run, key } = permission;
  const sent = withoutUnset(own.values, spec.mayBeUnset);
  const parsed = parseParameters(spec.request, sent, spec.mayBeEmpty);
  if (!parsed.ok) return refusedParameter(parsed.refusal);
  const ignored = refuseDryRun(spec, sent);
  if (ignored !== null) return refusedParameter(ignored);
  if (isForAll(spec, parsed.request) && key.scope !== 'all') return outOfScope('all');
  const followUps = new FollowUps();
  const passwords = context.passwordQueue.of(context.application.id);
  const call = {
    ...context,
    key,
    passwords,
    afterwards: followUps.add,
    storeResult: () => Promise.resolve(),
  };
  const request = await withStoredNames(context.db, context.application.id, spec, parsed.request);
  const isDry = isDryRun(request);
  const change = isDry ? null : repeatedChangeOf(call, type, spec, values);
  if (change !== null && 'ok' in change) return refusedParameter(change);
  const result = await changeOnce(change, call, run, (call) =>
    perform(operations, run, spec, call, type, request),
  );
  if (!result.ok) return refusedOperation(spec, result);
  if (!isDry) await followUps.run(context);
  const answer = isDry ? await finishDryRun(call, type, spec, request, result) : result;
  const shown = hidesUnusedKeys(key.scope) ? await maskAnswer(context, answer) : answer;
  const message = shown.message ?? spec.message ?? '';
  const text = spec.json === true || shown.text === null ? null : (shown.text ?? message);
  const { fields, sentAs } = shown;
  return { status: 200, message, fields, text, ...(sentAs !== undefined && { sentAs }) };
}

/** Removes the common parameters, which the operation's strict schema would refuse. */
function ownParameters(values: ReadonlyMap<string, string>, also: SellerSpec['also'] = {}) {
  const own = new Map([...values].filter(([name]) => !commonParameters.has(name)));
  return withoutAliases(own, also);
}

const commonParameters: ReadonlySet<string> = new Set(['sellerkey', 'type', 'format', 'challenge']);

async function perform(
  operations: OperationSets,
  run: AnyRun,
  spec: SellerSpec,
  call: SellerCall,
  type: SellerType,
  request: Readonly<Record<string, unknown>>,
): Promise<AnyResult> {
  if (isBulkChange(run)) return performBulkChange(operations, run, spec, call, type, request);
  const ready =
    typeof run === 'function'
      ? (inside: SellerChange) => run(inside, request)
      : await run.prepare(call, request);
  if (typeof ready !== 'function') return ready;
  if (spec.changes === null) {
    // An operation without changes takes a SellerCall.
    const result = await (ready as unknown as ReadingRun)(call);
    if (result.ok) await auditRead(call, type, spec, request);
    return result;
  }
  try {
    return await transactWithin(call, async (inside) => {
      // Built before the change, because afterwards the name of a removed user can no longer be
      // recognised as a license key.
      const detail = await auditDetail(inside.db, inside.application.id, spec, request);
      const result = await ready(inside);
      if (!result.ok || isDryRun(request)) throw new RolledBack(result);
      await writeAudit(inside, type, `${detail} ${result.audit ?? ''}`.trim());
      await inside.storeResult(inside.db, result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

async function performBulkChange(
  operations: OperationSets,
  run: AnyBulkChange,
  spec: SellerSpec,
  call: SellerCall,
  type: SellerType,
  request: Readonly<Record<string, unknown>>,
): Promise<AnyResult> {
  const { shortHandler } = run;
  if (shortHandler?.when(request) === true)
    return perform(operations, shortHandler.run, spec, call, type, request);
  try {
    return await runBulkChange(operations, run, spec, call, type, request);
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

/**
 * Sends a success as text if `format` requests it. Failures are always JSON, because shop bots
 * deliver any text to the buyer as the purchased key.
 */
export function sendSellerOutcome(
  reply: FastifyReply,
  { status, message, fields, text, sentAs, retryAfter }: SellerOutcome,
  format: string | undefined,
): FastifyReply {
  noteSellerOutcome(reply, { status, message, fields });
  reply.header('cache-control', 'no-store');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return text !== null && /^te?xt$/i.test(format ?? '')
    ? reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text)
    : reply
        .code(sentAs ?? status)
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify({ success: status === 200, message, ...fields }));
}
