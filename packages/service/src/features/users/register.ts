// `register`: a user made from an unused license, signed in at once (contract 1.4).
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import { refuseDeviceForm } from '../devices/devices.ts';
import type { Outcome } from '../../outcome.ts';
import { registerUser } from './registration.ts';
import { refuseUserName } from './user-names.ts';
import { withBudget } from '../../secrets/wrong-secrets.ts';

export async function register(
  call: SessionCall,
  request: RequestOf<'register'>,
): Promise<Outcome<'register'>> {
  const { username, pass: password, key, hwid, email } = request;
  const formRefusal =
    refuseDeviceForm(call.application, hwid) ?? refuseUserName(call.application, username);
  if (formRefusal !== null) return formRefusal;
  return withBudget(call, { name: username }, async () => {
    const outcome = await registerUser(call, { username, password, key, hwid, email });
    // SECURITY: an unknown key is a guess.
    return { outcome, proved: outcome.ok || outcome.reason !== 'key-unknown' };
  });
}
