// Buyers at the wire: they register, redeem, sign in and change their account with the verified
// client, and compare each answer with what the model allows.
import { generateSync } from 'otplib';
import type { ModelUser } from './model.ts';
import { Person, WireClient, type Actions, type Insisted, type World } from './people.ts';
import type { Stream } from './random.ts';

export class Buyer extends Person {
  readonly user: ModelUser;
  readonly wire: WireClient;
  /** Device ids of the person's computers. */
  readonly deviceIds: readonly string[];
  /** A session that was signed in. */
  held: string | null = null;

  constructor(name: string, world: World, deviceIds: readonly string[]) {
    super(name, world);
    this.user = world.model.user(name);
    this.deviceIds = deviceIds;
    this.wire = new WireClient(this);
  }

  get password(): string {
    return this.user.password.value ?? '';
  }

  /** The current code of the second factor, or nothing. */
  code(secret = this.user.totp.value): { readonly code?: string } {
    if (secret === null || secret === undefined) return {};
    return { code: generateSync({ secret, epoch: this.world.service.now() }) };
  }

  /** A key to redeem: usually one that nobody else tries. */
  takeKey(random: Stream): string | undefined {
    const { stock, keys } = this.world.model;
    if (random.chance(0.2)) return random.pick([...keys.keys(), undefined]);
    return stock.shift();
  }

  /** Records that a key was redeemed for this user. */
  redeemed(key: string, ownerBefore: string | null): void {
    const { keys } = this.world.model;
    const known = keys.get(key);
    const owner = known?.redeemedBy ?? null;
    if (owner !== null && (owner !== this.name || ownerBefore !== null))
      this.breaks('a key is redeemed once', `${key}: ${owner}, then ${this.name}`);
    if (known !== undefined) known.redeemedBy = this.name;
    this.user.hasTime.set(true);
    // A redemption may start time that the pause does not cover.
    if (this.user.paused.value === true) this.user.paused.set(undefined);
    this.world.history.count('redemptions');
  }

  breaks(promise: string, words: string): void {
    this.world.history.breaks(promise, `${this.name}: ${words}`);
  }

  /** Call it before a request that signs in. The result checks the outcome against the rights. */
  watchRights(password: string | null): (code: string, what: string) => void {
    const { user } = this;
    const [banned, notBanned] = [user.banned.watch(true), user.banned.watch(false)];
    const [paused, hasTime] = [user.paused.watch(true), user.hasTime.watch(true)];
    const running = user.paused.watch(false);
    const isRight = password === null ? () => true : user.password.watch(password);
    const known = user.password.watch(this.password);
    const wrong = password !== null && password !== this.password ? known : () => false;
    return (code, what) => {
      this.world.history.count(code === 'ok' ? 'signed in' : 'refused');
      if (code === 'ok') {
        if (banned()) this.breaks('nobody is in without right', `${what} although banned`);
        if (paused()) this.breaks('nobody is in without right', `${what} although paused`);
        if (wrong() && this.password !== '')
          this.breaks('nobody is in without right', `${what} with a wrong password`);
        return;
      }
      const against =
        (code === 'banned' && notBanned()) ||
        (code === 'no-subscription' && hasTime() && !this.world.model.clockJumped) ||
        (code === 'subscription-paused' && running()) ||
        (code === 'bad-credentials' && isRight() && password !== null);
      if (against) this.breaks('nobody is out against right', `${what} answered ${code}`);
    };
  }

  async signIn(
    computer: number,
    pass: string,
    code: { readonly code?: string },
  ): Promise<Insisted<unknown> | null> {
    const sessionid = await this.wire.session();
    if (sessionid === null) return null;
    const check = this.watchRights(pass);
    const hwid = this.deviceIds[computer] ?? '';
    const params = { username: this.name, pass, hwid, computer: `computer-${computer}`, ...code };
    const outcome = await this.wire.insist('login', { sessionid, ...params });
    check(outcome.code, `sign-in (${outcome.tries} tries)`);
    if (outcome.code === 'ok') this.held = sessionid;
    return outcome;
  }
}

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

export async function redeem(
  buyer: Buyer,
  key: string | undefined,
  send: (key: string) => Promise<Pick<Insisted<unknown>, 'code' | 'tries'>>,
): Promise<void> {
  const known = key === undefined ? undefined : buyer.world.model.keys.get(key);
  if (key === undefined || known === undefined || buyer.user.exists.value !== true) return;
  const owner = known.redeemedBy;
  known.tries += 1;
  const isFirst = known.tries === 1;
  const { code, tries } = await send(key);
  if (code === 'ok') buyer.redeemed(key, owner);
  else if (code === 'key-used' && isFirst && known.tries === 1 && !known.isRevoked)
    buyer.breaks('a repeated challenge resolves', `redeem ${key}: ${code} at try ${tries}`);
}

async function changePassword(buyer: Buyer, random: Stream): Promise<void> {
  const { user, wire, held, password } = buyer;
  if (held === null || password === '') return;
  const newpass = `${buyer.name} password ${random.int(1000)}`;
  if (newpass === password) return;
  user.password.set(undefined);
  const params = { sessionid: held, pass: password, newpass, ...buyer.code() };
  const { code } = await wire.insist('changepassword', params);
  if (code === 'ok') buyer.world.history.count('passwords');
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
    run: (buyer, random) =>
      redeem(buyer, buyer.takeKey(random), async (key) => {
        const sessionid = await buyer.wire.session();
        if (sessionid === null) return { code: 'unknown', tries: 0 };
        return buyer.wire.insist('upgrade', { sessionid, username: buyer.name, key });
      }),
  },
  'sign in': { weight: 4, run: (buyer) => buyer.signIn(0, buyer.password, buyer.code()) },
  'sign in elsewhere': {
    weight: 2,
    run: (buyer) => buyer.signIn(1, buyer.password, buyer.code()),
  },
  'sign in with a wrong password': {
    weight: 1,
    run: (buyer, random) => buyer.signIn(0, `wrong ${random.int(1000)}`, {}),
  },
  'check the session': { weight: 3, run: checkSession },
  'change the password': { weight: 2, run: changePassword },
  'turn on two-factor': { weight: 1, run: turnOnTwoFactor },
  'use a recovery code': { weight: 3, run: useRecoveryCode },
};
