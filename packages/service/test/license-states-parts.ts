// Licenses in every state, and shortcuts to read the state that an operation leaves.
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

export const now = 1_800_000_000;

export async function open(interleave = false) {
  const wire = await openWire({ now: () => now * 1000, interleave });
  const { service } = wire;
  const ask = sellerOf(service);
  const statusOf = async (key: string) => (await ask('info', { key })).body['status'];
  const subsOf = async (user: string) =>
    ((await ask('usersub', { user })).body['subs'] as { timeleft: number }[]).map(
      ({ timeleft }) => timeleft / 86_400, // as its schema says
    );
  const bannedOf = async (user: string) => (await ask('userdata', { user })).body['banned'];
  return { ...wire, ask, statusOf, subsOf, bannedOf };
}

export type Opened = Awaited<ReturnType<typeof open>>;
export type State = 'unused' | 'used' | 'banned unused' | 'banned used';

export async function makeKey({ service, ask }: Opened, state: State) {
  const { username: user } = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 10 });
  if (state === 'used' || state === 'banned used') await ask('assignkey', { user, key });
  if (state.startsWith('banned')) await ask('ban', { key, reason: 'stolen' });
  return { user, key };
}
