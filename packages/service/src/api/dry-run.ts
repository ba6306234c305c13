// Dry runs of changes (docs/protocol.md#dry-runs): the handler runs in its transaction, which is
// then rolled back. Deliveries, counts, ledger entries and the audit row are written in that
// transaction, so none of them remains. Follow-up work such as mails does not run.
import { dryRunText } from '@latchkey/protocol/seller/dry-run.ts';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { ParameterRefusal } from '../outcome.ts';
import { refuseParameter } from './parameters.ts';
import { auditDetail, writeAudit } from './seller-audit.ts';
import type { AnyResult, SellerCall } from './seller-call.ts';

type Request = Readonly<Record<string, unknown>>;

/** Other spellings are refused too, because unknown parameters are otherwise ignored. */
const spellings = /^dry[-_]?run$/i;

/**
 * Returns the refusal of a dry run that the operation would ignore, or null. An empty value counts
 * as missing elsewhere, but here a mistake would make the change.
 */
export function refuseDryRun(
  { request }: SellerSpec,
  values: ReadonlyMap<string, string>,
): ParameterRefusal | null {
  const ignored = [...values.keys()].find(
    (name) => spellings.test(name) && !Object.hasOwn(request.shape, name),
  );
  if (ignored !== undefined) return refuseParameter(ignored, 'unknown');
  return values.get('dryrun') === '' ? refuseParameter('dryrun', 'invalid') : null;
}

/** Only operations that have dry runs accept the parameter. */
export function isDryRun(request: Request): boolean {
  return request['dryrun'] === 1;
}

/**
 * Returns the answer to a dry run that succeeded.
 * SECURITY: with an additional seller key it is recorded like a read, because it returns what a
 * read returns.
 */
export async function finishDryRun<Done extends AnyResult & { readonly ok: true }>(
  call: SellerCall,
  type: SellerType,
  spec: SellerSpec,
  request: Request,
  result: Done,
): Promise<Done> {
  if (call.key.label !== null) {
    const detail = await auditDetail(call.db, call.application.id, spec, request);
    await writeAudit(call, type, `dryrun=1 ${detail}`.trim());
  }
  const message = `${dryRunText}: ${result.message ?? spec.message ?? ''}`;
  return { ...result, message, text: undefined, fields: { ...result.fields, dryrun: true } };
}
