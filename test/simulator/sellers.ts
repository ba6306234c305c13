// The seller and a reseller: they make keys for orders, ban, pause, refund and ask why.
import type { Buyer } from './buyers.ts';
import type { Known } from './model.ts';
import { ask, askOnce, Person, type Actions, type World } from './people.ts';
import type { Stream } from './random.ts';
import { application } from './template.ts';

export class Seller extends Person {
  readonly sellerKey: string;
  readonly buyers: readonly Buyer[];
  constructor(name: string, world: World, sellerKey: string, buyers: readonly Buyer[]) {
    super(name, world);
    this.sellerKey = sellerKey;
    this.buyers = buyers;
  }
  ask = (parameters: Readonly<Record<string, string>>) => ask(this, this.sellerKey, parameters);
}

async function makeKeys(seller: Seller, random: Stream): Promise<void> {
  const { history, model } = seller.world;
  const amount = 1 + random.int(3);
  const order = `order-${seller.name}-${seller.step}`;
  const known = { by: seller.name, amount, isAcknowledged: false };
  model.orders.set(order, known);
  const answer = await seller.ask({ type: 'add', expiry: '30', amount: String(amount), order });
  if (answer === null) return;
  if (!answer.success) {
    if (answer.code !== 'balance-low') history.breaks('keys can be made', JSON.stringify(answer));
    model.orders.delete(order);
    return;
  }
  const keys = [answer['key'] ?? answer['keys']].flat().map(String);
  if (keys.length !== amount)
    history.breaks('an order makes its keys exactly once', `${order}: ${keys.length} of ${amount}`);
  known.isAcknowledged = true;
  for (const key of keys) {
    model.keys.set(key, { order, redeemedBy: null, tries: 0, isRevoked: false, isRefunded: false });
    model.stock.push(key);
    history.count('keys');
  }
}

/** Changes a fact about a user, which is unknown until the answer. */
async function change(
  seller: Seller,
  fact: Known<boolean>,
  to: boolean,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  fact.set(undefined);
  const answer = await seller.ask(parameters);
  if (answer?.success === true) fact.set(to);
}

async function refund(seller: Seller, random: Stream): Promise<void> {
  const { history, model } = seller.world;
  const redeemed = [...model.keys].filter(([, { redeemedBy }]) => redeemedBy !== null);
  if (redeemed.length === 0) return;
  const [key, known] = random.pick(redeemed);
  known.isRevoked = true;
  const { hasTime, paused } = model.user(known.redeemedBy ?? '');
  hasTime.set(undefined);
  // A refund may end the time that the pause covers.
  paused.set(undefined);
  const answer = await seller.ask({ type: 'refund', key });
  if (answer?.success === true) known.isRefunded = true;
  if (answer?.success === false)
    history.breaks('a redeemed key can be refunded', `${key}: ${JSON.stringify(answer)}`);
}

/** Gives some days, and a number of seconds that names the extension. */
async function give(seller: Seller, user: string, buyers: readonly Buyer[]): Promise<void> {
  const { model } = seller.world;
  const seconds = 3 * 86_400 + model.extensions.size;
  const users = buyers.filter((buyer) => buyer.user.exists.value === true).map(({ name }) => name);
  const extension = { users, isAcknowledged: false };
  model.extensions.set(seconds, extension);
  for (const buyer of buyers) buyer.user.mayGetTime();
  const expiry = (seconds / 86_400).toFixed(9);
  const answer = await seller.ask({ type: 'extend', user, sub: 'Pro', expiry });
  if (answer?.success !== true) return;
  extension.isAcknowledged = true;
  seller.world.history.count('extensions');
}

async function extend(seller: Seller, buyer: Buyer): Promise<void> {
  await give(seller, buyer.name, [buyer]);
  const last = [...seller.world.model.extensions.values()].at(-1);
  if (last?.isAcknowledged === true) buyer.user.hasTime.set(true);
}

/** Takes all time of a user. */
async function subtract(seller: Seller, { user, name }: Buyer): Promise<void> {
  user.hasTime.set(undefined);
  user.paused.set(undefined);
  const request = { type: 'subtract', user: name, sub: 'Pro', seconds: '99999999' };
  const answer = await seller.ask(request);
  if (answer?.success === true) user.hasTime.set(false);
}

/** Revoked time stays revoked, whatever the clock says. */
async function subtractAndGoBack(seller: Seller, random: Stream): Promise<void> {
  await subtract(seller, aBuyer(seller, random));
  const { model, service } = seller.world;
  model.clockJumped = true;
  service.moveClock(-3_600_000);
}

/** Asks what a refund would do. The model stays as it is. */
async function tryRefund(seller: Seller, random: Stream): Promise<void> {
  const { history, model } = seller.world;
  const [key] = random.pick([...model.keys]);
  const answer = await seller.ask({ type: 'refund', key, dryrun: '1' });
  if (answer?.success === true) history.count('dry runs');
}

/** Answers of `why` that a sign-in expresses differently. */
const sameAsSignIn: Readonly<Record<string, string>> = {
  'never-redeemed': 'no-subscription',
  'codes-locked': 'code-needed',
};

/** Compares `why` before and after a sign-in with the answer of the sign-in. */
async function askWhy(seller: Seller, random: Stream): Promise<void> {
  const buyer = random.pick(seller.buyers);
  const [hwid = ''] = buyer.deviceIds;
  if (buyer.user.exists.value !== true) return;
  const ip = `203.0.113.${buyer.name.length}`;
  const parameters = { type: 'why', user: buyer.name, hwid, ip };
  await buyer.do(seller.step, async () => {
    // A change of the password may have come first.
    if (buyer.password === '') return;
    const before = await askOnce(seller, application.sellerKey, parameters);
    const got = await buyer.signIn(0, buyer.password, {});
    const after = await askOnce(seller, application.sellerKey, parameters);
    if (before?.success !== true || after?.success !== true || got?.tries !== 1) return;
    const said = [before, after].map(({ code = '' }) => sameAsSignIn[code] ?? code);
    if (said[0] !== said[1] && got.code !== 'ok') return;
    seller.world.history.count('why');
    if (!said.includes(got.code))
      buyer.breaks('why agrees with the sign-in', `why: ${said.join()}; sign-in: ${got.code}`);
  });
}

const aBuyer = ({ buyers }: Seller, random: Stream) => random.pick(buyers);
const changes = {
  ban: (seller: Seller, { user, name }: Buyer) =>
    change(seller, user.banned, true, {
      ...{ type: 'banuser', user: name, reason: 'test', address: '0' },
    }),
  unban: (seller: Seller, { user, name }: Buyer) =>
    change(seller, user.banned, false, { type: 'unbanuser', user: name }),
  pause: (seller: Seller, { user, name }: Buyer) =>
    change(seller, user.paused, true, { type: 'pauseuser', username: name }),
  resume: (seller: Seller, { user, name }: Buyer) =>
    change(seller, user.paused, false, { type: 'unpauseuser', username: name }),
  extend,
  subtract,
};
const toABuyer = (weight: number, name: keyof typeof changes) => ({
  weight,
  run: (seller: Seller, random: Stream) => changes[name](seller, aBuyer(seller, random)),
});

export const sellerActions: Actions<Seller> = {
  'make keys': { weight: 4, run: makeKeys },
  ban: toABuyer(1, 'ban'),
  unban: toABuyer(3, 'unban'),
  pause: toABuyer(1, 'pause'),
  resume: toABuyer(3, 'resume'),
  extend: toABuyer(3, 'extend'),
  'extend everybody': { weight: 1, run: (seller) => give(seller, 'all', seller.buyers) },
  'take all time': toABuyer(0.7, 'subtract'),
  refund: { weight: 1, run: refund },
  'take all time, and set the clock back': { weight: 0.3, run: subtractAndGoBack },
  'try a refund': { weight: 1, run: tryRefund },
  'ask why': { weight: 3, run: askWhy },
};
export const resellerActions: Actions<Seller> = { 'make keys': { weight: 1, run: makeKeys } };

/** Without faults, repeats every order, and gives every user a clean account. */
export async function settle(seller: Seller, resellerKey: string): Promise<void> {
  const { history, model } = seller.world;
  for (const [order, { by, amount, isAcknowledged }] of model.orders) {
    const sellerkey = by === seller.name ? seller.sellerKey : resellerKey;
    const parameters = { type: 'add', expiry: '30', amount: String(amount), order };
    const answer = await ask(seller, sellerkey, parameters);
    const isNew = answer?.['repeated'] !== true;
    if (answer?.success !== true && answer?.code !== 'balance-low')
      history.breaks('an order makes its keys exactly once', `${order}: ${JSON.stringify(answer)}`);
    else if (isAcknowledged && isNew)
      history.breaks('an order makes its keys exactly once', `${order} makes them again`);
  }
  for (const buyer of seller.buyers) {
    if (buyer.user.exists.value !== true) continue;
    await changes.unban(seller, buyer);
    model.hasReset = true;
    await seller.ask({ type: 'resetuser', user: buyer.name });
    await extend(seller, buyer);
    await changes.resume(seller, buyer);
  }
}
