// Rows of the audit log: every change, and every use of a seller key that is not the application's own (contract 0.18).
import { sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { orderedId } from '../ordered-ids.ts';
import { auditDetail } from './audit-detail.ts';
import type { SellerCall } from './seller-call.ts';

type Noted = Pick<SellerCall, 'db' | 'application' | 'key' | 'nowMs' | 'ip'>;
type Request = Readonly<Record<string, unknown>>;

/** What was looked at is what the operation names: keys are masked. */
export async function noteReading(
  call: Noted,
  type: string,
  { names = {} }: SellerSpec,
  request: Request,
): Promise<void> {
  if (call.key.label === null) return;
  const masked = Object.keys(names).filter((name) => names[name] === 'license');
  const detail = { changes: Object.keys(names), masked };
  await writeAudit(call, type, await auditDetail(call.db, call.application.id, detail, request));
}

/** Nothing of the request but an operation that there is: what does not fit may be anything. */
export async function noteRefusal(call: Noted, type: string, message: string): Promise<void> {
  if (call.key.label === null) return;
  await writeAudit(call, sellerTypeOf(type) ?? '-', `refused: ${message}`);
}

/** One row; of a change in its transaction. `detail`: what it named and what came of it. */
export async function writeAudit(
  { db, application, key, nowMs, ip }: Noted,
  type: string,
  detail: string,
): Promise<void> {
  const writtenAtMs = nowMs();
  await db
    .insertInto('auditLogs')
    .values({
      id: orderedId(writtenAtMs),
      applicationId: application.id,
      writtenAtMs,
      type,
      detail,
      sellerKey: key.label ?? '',
      ip,
    })
    .execute();
}
