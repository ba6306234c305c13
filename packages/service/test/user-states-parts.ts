// A service with a movable clock, and users in every state.
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const start = 1_800_000_000;
export const day = 86_400;

export async function open(interleave = false) {
  const clock = { now: start };
  const wire = await openWire({ now: () => clock.now * 1000, interleave });
  const { service, send } = wire;
  const ask = sellerOf(service);
  const subsOf = async (user: string) =>
    (await ask('usersub', { user })).body['subs'] as {
      subscription: string;
      timeleft: number;
      paused: boolean;
    }[]; // as its schema says
  const reasonAtLogin = async (username: string, pass: string, sessionid: string) => {
    const { body } = await send({ type: 'login', sessionid, username, pass, hwid });
    return body['reason'] ?? 'signed in';
  };
  return { ...wire, clock, ask, subsOf, reasonAtLogin };
}
export const seeds = {
  running: { days: 30 },
  expired: 'expired',
  paused: 'paused',
  never: 'none',
} as const;
