// The seller API (contract 7): the seller key first, then the operation. Answers are not signed; failures are 400. Every
// change and its audit row are one transaction.
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sellerApi, sellerTypeOf } from '../shared/wire/seller-api.ts';
import { sellerTexts, type SellerSpec } from '../shared/wire/seller-spec.ts';
import { auditDetail } from './audit-detail.ts';
import type { Parts } from './call.ts';
import type { SellerOutcome } from './outcome.ts';
import { parseParameters, withFirstNames, type Parameters } from './http/request-parameters.ts';
import type { ApplicationRow, Database } from './database/schema.ts';
import { withStoredNames } from './seller-names.ts';
import { fail, type SellerCall, type SellerRuns } from './seller-call.ts';
import { sellerOperations } from './seller-operations.ts';
import { hashToken } from './users/sessions.ts';
import { transact } from './database/transact.ts';
import { countWrongKey, secondsUntilNextKey } from './secrets/wrong-seller-keys.ts';

type AnyRun = SellerRuns<Record<string, SellerSpec>>[string];

export async function runSellerApi(
  parts: Parts,
  { values, refusal }: Parameters,
  ip: string,
): Promise<SellerOutcome> {
  if (refusal !== null) return refused(refusal.message);
  const now = Math.floor(parts.nowMs() / 1000);
  // SECURITY: before any budget, so that nobody's wrong keys stop a right one (contract 0.21).
  const application = await applicationOf(parts.db, values.get('sellerkey') ?? '');
  if (application === undefined) {
    const spent = await secondsUntilNextKey(parts.db, ip, now);
    const wait = spent > 0 ? spent : await countWrongKey(parts.db, ip, now);
    return wait > 0 ? sellerRateLimited(wait) : refused(sellerTexts.invalidKey);
  }
  const outcome = await runKnown(parts, application, values, ip, now);
  return application.failureStatus === '200' ? { ...outcome, sentAs: 200 } : outcome;
}

async function runKnown(
  parts: Parts,
  application: ApplicationRow,
  values: Parameters['values'],
  ip: string,
  now: number,
): Promise<SellerOutcome> {
  if (application.sellerAddress !== null && application.sellerAddress !== ip)
    return refused(sellerTexts.wrongAddress);
  const asked = values.get('type') ?? '';
  if (asked === '') return refused(sellerTexts.typeMissing);
  const type = sellerTypeOf(asked);
  if (type === null) return refused(sellerTexts.typeUnknown);
  const spec: SellerSpec = sellerApi[type];
  const own = ownParameters(values, spec.also);
  if (!own.ok) return refused(own.refusal.message);
  const parsed = parseParameters(spec.request, own.values, spec.empties);
  if (!parsed.ok) return refused(parsed.refusal.message);
  const run = sellerOperations[type] as AnyRun; // its request was checked with the schema of this very type
  const later = new Set<(db: Database) => Promise<void>>();
  const afterwards: SellerCall['afterwards'] = (work) => void later.add(work);
  const call = { ...parts, application, now, ip, afterwards };
  const request = await withStoredNames(parts.db, application.id, spec, parsed.request);
  const result = await perform(run, spec, call, type, request);
  if (!result.ok) return refused(result.message);
  for (const work of later)
    await work(parts.db).catch((error: unknown) =>
      parts.log.error({ error }, 'Work after a change failed'),
    );
  const message = result.message ?? spec.message ?? '';
  const text = spec.json === true ? null : (result.text ?? message);
  return { status: 200, message, fields: result.fields, text };
}

/** Those of the operation: where it takes no others, the ones of every operation must not count as such. */
function ownParameters(values: ReadonlyMap<string, string>, also: SellerSpec['also'] = {}) {
  const own = new Map([...values].filter(([name]) => !common.has(name)));
  return withFirstNames(own, also);
}

const common: ReadonlySet<string> = new Set(['sellerkey', 'type', 'format']);

async function perform(
  run: AnyRun,
  spec: SellerSpec,
  call: SellerCall,
  type: string,
  request: Readonly<Record<string, unknown>>,
) {
  const ready =
    typeof run === 'function'
      ? (inside: SellerCall) => run(inside, request)
      : await run.prepare(call, request);
  if (typeof ready !== 'function') return ready;
  if (spec.changes === null) return ready(call);
  try {
    return await transact(call.db, async (db) => {
      const result = await ready({ ...call, db });
      if (!result.ok) throw new Undone(result.message);
      await writeAudit({ ...call, db }, type, spec, request, result.audit);
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return fail(error.message);
    throw error;
  }
}

/** A refusal leaves nothing behind, whatever was written before it. */
class Undone extends Error {
  override readonly name = 'Undone';
}

async function writeAudit(
  { db, application, nowMs, ip }: SellerCall,
  type: string,
  spec: SellerSpec,
  request: Readonly<Record<string, unknown>>,
  more = '',
): Promise<void> {
  const detail = await auditDetail(db, application.id, spec, request);
  await db
    .insertInto('auditLogs')
    .values({
      id: randomUUID(),
      applicationId: application.id,
      writtenAtMs: nowMs(),
      type,
      detail: `${detail} ${more}`.trim(),
      ip,
    })
    .execute();
}

/** SECURITY: found by its hash, so that neither the database nor the time of the search gives a key away. */
async function applicationOf(db: Database, sellerkey: string): Promise<ApplicationRow | undefined> {
  return db
    .selectFrom('applications')
    .selectAll()
    .where('sellerkeyHash', '=', hashToken(sellerkey))
    .executeTakeFirst();
}

function refused(message: string): SellerOutcome {
  return { status: 400, message, fields: {}, text: null };
}

export function sellerRateLimited(retryAfter: number): SellerOutcome {
  return tooMuch(sellerTexts.rateLimited, retryAfter);
}

export function sellerOverloaded(retryAfter: number): SellerOutcome {
  return tooMuch(sellerTexts.overloaded, retryAfter);
}

function tooMuch(message: string, retryAfter: number): SellerOutcome {
  return { status: 429, message, fields: {}, text: null, retryAfter };
}

/**
 * JSON, or bare text where the request says `format=text` and all went well: bots post whatever text comes as the key that
 * somebody bought.
 */
export function sendSellerOutcome(
  reply: FastifyReply,
  { status, message, fields, text, sentAs, retryAfter }: SellerOutcome,
  format: string | undefined,
): FastifyReply {
  reply.code(sentAs ?? status).header('cache-control', 'no-store');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return text !== null && /^te?xt$/i.test(format ?? '')
    ? reply.header('content-type', 'text/plain; charset=utf-8').send(text)
    : reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify({ success: status === 200, message, ...fields }));
}
