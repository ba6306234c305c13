// Runs operations of the seller API for a signed-in person, with the same handlers as for a seller
// key.
import { deskTexts } from '@latchkey/protocol/desk-api.ts';
import { needsPassword } from '@latchkey/protocol/desk-confirmation.ts';
import { sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { runAsSeller } from '../../api/seller-api.ts';
import { auditRefusal } from '../../api/seller-audit.ts';
import type { OperationSets } from '../../api/seller-permission.ts';
import { sellerOfPerson } from '../people/people.ts';
import { isConfirmed } from '../people/person-sessions.ts';
import { refusal, type DeskOutcome, type SignedInCall } from './desk-call.ts';

export async function runForPerson(
  operations: OperationSets,
  { parts, person, shown, ip }: SignedInCall,
  type: string,
  parameters: ReadonlyMap<string, string>,
): Promise<DeskOutcome> {
  // SECURITY: read at every request, so that a ban or changed scopes apply immediately. The same
  // answer for all other applications, whether they exist or not.
  const seller = await sellerOfPerson(parts.db, person, parameters.get('application') ?? '');
  if (seller === undefined) return refusal('application-unknown');
  // Another application can have the name by now.
  if (seller.application.id !== shown.applicationId) return refusal('other-person');
  const values = new Map([...parameters, ['type', type]]);
  values.delete('application');
  const known = sellerTypeOf(type);
  const isDangerous = known !== null && needsPassword(known, values);
  if (isDangerous && !isConfirmed(person, toUnixSeconds(parts.nowMs()))) {
    await auditRefusal({ ...parts, ...seller, ip }, type, deskTexts['password-needed']);
    return refusal('password-needed');
  }
  const { status, message, fields, retryAfter } = await parts.deliveries.around(() =>
    runAsSeller(operations, parts, seller, values, { ip, shopBody: null }),
  );
  const wait = retryAfter !== undefined && { retryAfter };
  return { status, body: { success: status === 200, message, ...fields, ...wait }, retryAfter };
}
