// Writes the audit log: all changes, and every request with an additional seller key
// (docs/protocol.md#seller-keys).
import { sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { orderedId } from '../ordered-ids.ts';
import type { SellerCall, SellerKey } from './seller-call.ts';
import { maskKey } from '../secrets/key-mask.ts';
import { findLicenseKeyNames } from '../secrets/license-names.ts';
import type { Database } from '../database/schema.ts';
import { unlessDiskFull } from '../database/storage-faults.ts';

interface AuditContext extends Pick<SellerCall, 'db' | 'application' | 'nowMs' | 'ip' | 'log'> {
  readonly key: Pick<SellerKey, 'label'>;
}
type Request = Readonly<Record<string, unknown>>;

/**
 * Records a read with an additional seller key, and the requested names. Masks license keys. On a
 * full disk the read is answered, and only the log has it.
 */
export async function auditRead(
  call: AuditContext,
  type: string,
  { names = {} }: SellerSpec,
  request: Request,
): Promise<void> {
  if (call.key.label === null) return;
  const masked = Object.keys(names).filter((name) => names[name] === 'license');
  const detail = { changes: Object.keys(names), masked };
  const text = await auditDetail(call.db, call.application.id, detail, request);
  await unlessDiskFull(call.log, `The audit log of ${type}`, () => writeAudit(call, type, text));
}

/**
 * Records a refused request with an additional seller key. Its parameters and an unknown type are
 * left out, because they may contain anything.
 */
export async function auditRefusal(
  call: AuditContext,
  type: string,
  message: string,
): Promise<void> {
  if (call.key.label === null) return;
  const known = sellerTypeOf(type) ?? '-';
  await unlessDiskFull(call.log, `The audit log of the refused ${known}`, () =>
    writeAudit(call, known, `refused: ${message}`),
  );
}

/**
 * Records a change, in its transaction, which fails without the record. `detail` has the parameters
 * and the result. A change of several transactions has one `id`, and each replaces the detail.
 */
export async function writeAudit(
  {
    db,
    application,
    key,
    nowMs,
    ip,
  }: Omit<AuditContext, 'log' | 'application'> & {
    readonly application: Pick<AuditContext['application'], 'id'>;
  },
  type: string,
  detail: string,
  id = orderedId(nowMs()),
): Promise<void> {
  const writtenAtMs = nowMs();
  await db
    .insertInto('auditLogs')
    .values({
      id,
      applicationId: application.id,
      writtenAtMs,
      type,
      detail,
      sellerKey: key.label ?? '',
      ip,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ detail }))
    .execute();
}

const maxValueLength = 200;
const userNames = new Set(['user', 'username', 'currentUsername', 'newUsername']);

/** A value with these would read as several parameters, or as a quoted value. */
const forgesFacts = /^"| [A-Za-z0-9]+=/;
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

export async function auditDetail(
  db: Database,
  applicationId: string,
  { changes, masked = [] }: Pick<SellerSpec, 'changes' | 'masked'>,
  request: Readonly<Record<string, unknown>>,
): Promise<string> {
  const facts: string[] = [];
  for (const name of changes ?? []) {
    const value = request[name];
    if (value === undefined) continue;
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    const isMasked =
      masked.includes(name) ||
      (userNames.has(name) && (await findLicenseKeyNames(db, applicationId, texts)).size > 0);
    const text = (isMasked ? texts.map(maskKey) : texts).join(',').slice(0, maxValueLength);
    facts.push(`${name}=${forgesFacts.test(text) ? quoted(text) : text}`);
  }
  return facts.join(' ');
}
