// Buyers: they redeem keys, sign in, and compare each answer with what the model allows.
import { generateSync } from 'otplib';
import { shortHash } from './history.ts';
import type { ModelUser } from './model.ts';
import { Person, WireClient, type Insisted, type World } from './people.ts';
import type { Stream } from './random.ts';

export class Buyer extends Person {
  readonly user: ModelUser;
  readonly wire: WireClient;
  /** Device ids of the person's computers. */
  readonly deviceIds: readonly string[];
  /** A session that was signed in. */
  held: string | null = null;
  readonly #acceptedCodes = new Set<string>();

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
    this.world.history.count('redemptions');
  }

  breaks(promise: string, words: string): void {
    this.world.history.breaks(promise, `${this.name}: ${words}`);
  }

  /**
   * Call it before a request that signs in. The result checks the outcome against the rights.
   * `hasCode`: with a code of the second factor, or in a session that had one.
   */
  watchRights(password: string | null, hasCode = true): (code: string, what: string) => void {
    const { user } = this;
    const [banned, notBanned] = [user.banned.watch(true), user.banned.watch(false)];
    const [paused, hasTime] = [user.paused.watch(true), user.hasTime.watch(true)];
    const [running, noTime] = [user.paused.watch(false), user.hasTime.watch(false)];
    const factor = user.totp.value ?? null;
    const needsCode = factor === null || hasCode ? () => false : user.totp.watch(factor);
    const isRight = password === null ? () => true : user.password.watch(password);
    const known = user.password.watch(this.password);
    const wrong = password !== null && password !== this.password ? known : () => false;
    return (code, what) => {
      this.world.history.count(code === 'ok' ? 'signed in' : 'refused');
      if (code === 'ok') {
        if (banned()) this.breaks('nobody is in without right', `${what} although banned`);
        if (paused()) this.breaks('nobody is in without right', `${what} although paused`);
        if (noTime()) this.breaks('nobody is in without right', `${what} without time`);
        if (needsCode()) this.breaks('nobody is in without right', `${what} without a code`);
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
    const check = this.watchRights(pass, code.code !== undefined);
    const hwid = this.deviceIds[computer] ?? '';
    const offline = this.process.random.chance(0.3) ? '1' : undefined;
    const facts = { hwid, computer: `computer-${computer}`, offline };
    const params = { username: this.name, pass, ...facts, ...code };
    const outcome = await this.wire.insist('login', { sessionid, ...params });
    check(outcome.code, `sign-in (${outcome.tries} tries)`);
    if (outcome.code !== 'ok') return outcome;
    this.held = sessionid;
    if (code.code !== undefined && this.#acceptedCodes.has(code.code))
      this.breaks('a one-time code works once', `${code.code} was accepted twice`);
    if (code.code !== undefined) this.#acceptedCodes.add(code.code);
    return outcome;
  }
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
  // The redemption may start time that a pause does not cover.
  buyer.user.mayGetTime();
  const { code, tries } = await send(key);
  if (code === 'ok') buyer.redeemed(key, owner);
  else if (code === 'key-used' && isFirst && known.tries === 1 && !known.isRevoked)
    buyer.breaks('a repeated challenge resolves', `redeem ${key}: ${code} at try ${tries}`);
}

export function redeemAtWire(buyer: Buyer, redeemed: string | undefined): Promise<void> {
  return redeem(buyer, redeemed, async (key) => {
    const sessionid = await buyer.wire.session();
    if (sessionid === null) return { code: 'unknown', tries: 0 };
    return buyer.wire.insist('upgrade', { sessionid, username: buyer.name, key });
  });
}

/** A guest redeems a key that others redeem at the same time: registers, or signs in with it. */
export async function redeemAsGuest(buyer: Buyer, guest: string, key: string): Promise<void> {
  const person = new Person(guest, buyer.world);
  const known = buyer.world.model.keys.get(key);
  if (known === undefined) return;
  known.tries += 1;
  await person.do(0, async (random) => {
    const wire = new WireClient(person);
    const sessionid = await wire.session();
    if (sessionid === null) return;
    const username = random.chance(0.5) ? guest : key;
    const params = { sessionid, key, hwid: shortHash(guest).repeat(8) };
    const { code } =
      username === key
        ? await wire.insist('license', params)
        : await wire.insist('register', { ...params, username, pass: 'a guest' });
    if (code !== 'ok') return;
    if (known.redeemedBy !== null)
      buyer.breaks('a key is redeemed once', `${key}: ${known.redeemedBy}, then ${username}`);
    known.redeemedBy = username;
  });
}
