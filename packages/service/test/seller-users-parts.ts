// A service with a seller, and shortcuts to sign in.
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

export const now = 1_800_000_000;
export const day = 86_400;
export const pro = { sub: 'Pro', expiry: '30' };

export async function open(interleave = false) {
  const wire = await openWire({ now: () => now * 1000, interleave });
  const { service, init, send } = wire;
  const tryLogin = async (username: string, pass: string) => {
    const sessionid = await init();
    const { body } = await send({ type: 'login', sessionid, username, pass, hwid });
    return { sessionid, body };
  };
  const alive = async (sessionid: string) =>
    (await send({ type: 'check', sessionid })).body['success'];
  return { ...wire, ask: sellerOf(service), tryLogin, alive };
}
