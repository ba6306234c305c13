// Opens a service with resellers, who act with their seller keys.
import { hwid, type openWire } from './service-client.ts';
import { openWithKeys } from './seller-keys.ts';

export type Reseller = Awaited<ReturnType<typeof addReseller>>;

/** The keys of each duration that an account has left, without zeros. */
type Balance = Readonly<Record<string, number>>;

export async function openWithResellers() {
  const opened = await openWithKeys();
  await opened.service.removeNeighbour();
  return {
    ...opened,
    addReseller: (user: string, balance: Readonly<Record<string, string>> = { month: '50' }) =>
      addReseller(opened, user, balance),
    /** Redeems a key as a new user, and returns the name. */
    redeem: async (key: string) => redeem(opened, key),
  };
}

async function addReseller(
  { ask }: Pick<Awaited<ReturnType<typeof openWithKeys>>, 'ask'>,
  user: string,
  granted: Readonly<Record<string, string>>,
) {
  await ask('addAccount', { role: 'Reseller', user, keylevels: '1' });
  if (Object.keys(granted).length > 0) await ask('setbalance', { username: user, ...granted });
  const sellerkey = String((await ask('newaccountkey', { user })).body['sellerkey']);
  const act = (type: string, parameters: Readonly<Record<string, string>> = {}) =>
    ask(type, { sellerkey, ...parameters });
  return {
    name: user,
    sellerkey,
    act,
    /** Makes keys of 30 days. */
    async make(
      amount = 1,
      more: Readonly<Record<string, string>> = {},
    ): Promise<readonly string[]> {
      const { body } = await act('add', { expiry: '30', amount: String(amount), ...more });
      return [body['keys'] ?? body['key'] ?? []].flat().map(String);
    },
    async left(): Promise<Balance> {
      const { body } = await act('fetchbalance', { username: user });
      const rows = body['balances'] as { duration: string; level: string; left: string }[]; // as its schema says
      return Object.fromEntries(
        rows.map(({ duration, level, left }) => [
          `${duration}${level && ` ${level}`}`,
          Number(left),
        ]),
      );
    },
  };
}

let users = 0;

async function redeem(
  { send, init }: Pick<Awaited<ReturnType<typeof openWire>>, 'send' | 'init'>,
  key: string,
): Promise<string> {
  const username = `customer-${(users += 1)}`;
  const register = { type: 'register', username, pass: 'a password', key, hwid };
  const { body } = await send({ ...register, sessionid: await init() });
  if (body['success'] !== true) throw new Error(String(body['message']));
  return username;
}
