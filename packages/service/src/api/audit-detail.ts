// What the audit log keeps of a seller's request: the parameters that its specification names.
// SECURITY: license keys are masked, also where they are somebody's user name, because whoever has one can sign in with it.
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { maskKey } from '../secrets/key-mask.ts';
import { licenseNames } from '../secrets/license-names.ts';
import type { Database } from '../database/schema.ts';

const longestValue = 200;
const userNames = new Set(['user', 'username', 'currentUsername', 'newUsername']);

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
    const hide =
      masked.includes(name) ||
      (userNames.has(name) && (await licenseNames(db, applicationId, texts)).size > 0);
    facts.push(`${name}=${(hide ? texts.map(maskKey) : texts).join(',').slice(0, longestValue)}`);
  }
  return facts.join(' ');
}
