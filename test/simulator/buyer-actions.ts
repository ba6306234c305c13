// What buyers do at the wire, with the verified client.
import { redeemAtWire, type Buyer } from './buyers.ts';
import type { Actions } from './people.ts';
import type { Stream } from './random.ts';

async function register(buyer: Buyer): Promise<void> {
  const { user, wire, name, world } = buyer;
  const key = user.exists.value === false ? world.model.stock.shift() : undefined;
  const sessionid = key === undefined ? null : await wire.session();
  if (key === undefined || sessionid === null) return;
  user.exists.set(undefined);
  const known = world.model.keys.get(key);
  if (known !== undefined) known.tries += 1;
  const hwid = buyer.deviceIds[0] ?? '';
  const params = { sessionid, username: name, pass: buyer.password, key, hwid };
  const { code, tries } = await wire.insist('register', params);
  if (code === 'ok') {
    user.exists.set(true);
    buyer.held = sessionid;
    buyer.redeemed(key, null);
  } else if (code === 'username-taken' || code === 'key-used')
    buyer.breaks('a repeated challenge resolves', `register: ${code} at try ${tries}`);
}

/** Signs in on the other computer in place of the bound one. */
async function replaceComputer(buyer: Buyer): Promise<void> {
  const { wire, password, name } = buyer;
  const sessionid = await wire.session();
  if (sessionid === null || password === '') return;
  const params = { username: name, pass: password, hwid: buyer.deviceIds[1], ...buyer.code() };
  const { removal } = await wire.insist('login', { sessionid, ...params });
  const [other] = removal?.computers ?? [];
  if (removal?.ticket === undefined || removal.ticket === null || other === undefined) return;
  const check = buyer.watchRights(null);
  const { ticket } = removal;
  const { code } = await wire.insist('removecomputer', { sessionid, ticket, id: other.id });
  check(code, 'the removal of a computer');
  if (code !== 'ok') return;
  buyer.held = sessionid;
  buyer.world.history.count('removals');
}

async function changePassword(buyer: Buyer, random: Stream): Promise<void> {
  const { user, wire, held, password } = buyer;
  if (held === null || password === '') return;
  const newpass = `${buyer.name} password ${random.int(1_000_000)}`;
  user.password.set(undefined);
  const params = { sessionid: held, pass: password, newpass, ...buyer.code() };
  const { code } = await wire.insist('changepassword', params);
  if (code === 'ok') user.oldPasswords.push(password);
  if (code !== 'unknown') user.password.set(code === 'ok' ? newpass : password);
}

async function turnOnTwoFactor(buyer: Buyer): Promise<void> {
  const { user, wire, held: sessionid } = buyer;
  if (sessionid === null || user.totp.value !== null) return;
  const offer = await wire.insist('2faenable', { sessionid });
  const secret = offer.value?.['2fa']?.secret_code;
  if (secret === undefined) return;
  user.totp.set(undefined);
  const confirming = { sessionid, ...buyer.code(secret), recovery: '1' } as const;
  const on = await wire.insist('2faenable', confirming);
  if (on.code !== 'unknown') user.totp.set(on.code === 'ok' ? secret : null);
  const codes = on.value?.codes ?? [];
  const [confirm] = codes;
  if (confirm === undefined) return;
  const confirmed = await wire.insist('newrecoverycodes', { sessionid, confirm });
  if (confirmed.code === 'ok') user.codes = [...codes];
}

async function useRecoveryCode(buyer: Buyer, random: Stream): Promise<void> {
  const { user, password } = buyer;
  const isUsed = random.chance(0.5) && user.spentCodes.length > 0;
  const code = isUsed ? random.pick(user.spentCodes) : user.codes.shift();
  if (code === undefined || password === '') return;
  const outcome = await buyer.signIn(0, password, { code });
  if (outcome?.code !== 'ok') return;
  buyer.world.history.count('recovery codes');
  if (isUsed) buyer.breaks('a recovery code works once', `${code} was accepted twice`);
  else user.spentCodes.push(code);
}

async function signInTwice(buyer: Buyer): Promise<void> {
  const code = buyer.code();
  if (code.code === undefined) return;
  await buyer.signIn(0, buyer.password, code);
  await buyer.signIn(0, buyer.password, code);
}

async function checkSession(buyer: Buyer): Promise<void> {
  if (buyer.held === null) return;
  const check = buyer.watchRights(null);
  const reply = await buyer.wire.call('check', { sessionid: buyer.held });
  if (reply.ok) check('ok', 'the check of the session');
}

export const buyerActions: Actions<Buyer> = {
  register: { weight: 1, run: register },
  'redeem a key': {
    weight: 3,
    run: (buyer, random) => redeemAtWire(buyer, buyer.takeKey(random)),
  },
  'sign in': { weight: 4, run: (buyer) => buyer.signIn(0, buyer.password, buyer.code()) },
  'sign in twice with a code': { weight: 1, run: signInTwice },
  'sign in elsewhere': {
    weight: 2,
    run: (buyer) => buyer.signIn(1, buyer.password, buyer.code()),
  },
  'sign in with a wrong password': {
    weight: 1,
    run: (buyer, random) =>
      buyer.signIn(0, random.pick(['wrong', ...buyer.user.oldPasswords]), buyer.code()),
  },
  'replace the computer': { weight: 2, run: replaceComputer },
  'check the session': { weight: 3, run: checkSession },
  'change the password': { weight: 2, run: changePassword },
  'turn on two-factor': { weight: 1, run: turnOnTwoFactor },
  'use a recovery code': { weight: 3, run: useRecoveryCode },
};
