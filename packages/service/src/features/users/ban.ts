// `ban`: bans the signed-in user at the program's request (docs/protocol.md#checks-and-bans).
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import { banUser } from './bans.ts';
import { deviceIdsOf } from '../devices/devices.ts';
import type { SignedInCall } from '../../api/call.ts';
import { emitEvent } from '../../outbound/events.ts';
import type { Outcome } from '../../outcome.ts';

const defaultReason = 'User banned from triggering ban function in the client';

export async function ban(call: SignedInCall, request: RequestOf<'ban'>): Promise<Outcome<'ban'>> {
  const { application, user, ip, now, trustsProxies } = call;
  const withAddress = application.banAddress === 1;
  const reason = request.reason?.trim() ? request.reason : defaultReason;
  return call.idempotency.transact(call, async ({ db }): Promise<Outcome<'ban'>> => {
    // SECURITY: anyone with an account can send this, so only the user's own devices are banned.
    const bound = await deviceIdsOf(db, user.id);
    const hwids = bound.filter((one) => one === request.hwid);
    await banUser(db, application, user.id, {
      reason,
      withAddress,
      ip,
      hwids,
      by: null,
      now,
      trustsProxies,
    });
    await emitEvent(db, call, 'ban', { username: user.username, ip, reason });
    return { ok: true, answer: { message: 'Successfully Banned User' } };
  });
}
