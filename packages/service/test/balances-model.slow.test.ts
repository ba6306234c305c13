// Random histories of balances against a simple model. BALANCES_RUNS=2000 runs more of them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { databaseKind } from './support/postgresql.ts';
import { openWithResellers, type Reseller } from './support/resellers.ts';
import { start } from './support/seller-keys.ts';

const names = ['Rita', 'Berta'] as const;
const who = fc.constantFrom(...names);
const which = fc.nat({ max: 9 });
const amount = fc.integer({ min: 1, max: 4 });

const step = fc.oneof(
  fc.record({ what: fc.constant('make' as const), who, amount }),
  fc.record({ what: fc.constant('repeat' as const), who, amount, order: fc.nat({ max: 2 }) }),
  fc.record({ what: fc.constant('grant' as const), who, amount: fc.integer({ min: -6, max: 6 }) }),
  fc.record({ what: fc.constantFrom('redeem' as const, 'own del' as const), which }),
  fc.record({ what: fc.constantFrom('del' as const, 'refund' as const, 'refund' as const), which }),
  fc.record({ what: fc.constantFrom('ban' as const, 'unban' as const, 'unban' as const), which }),
  fc.record({ what: fc.constantFrom('delunused' as const, 'delused' as const), which }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface ModelKey {
  readonly key: string;
  readonly by: (typeof names)[number];
  isUsed: boolean;
  isBanned: boolean;
  /** Whether the key was paid for and has not been credited. */
  isPaid: boolean;
}

const initialKeys = 6;

interface Model {
  readonly history: number;
  readonly left: Record<(typeof names)[number], number>;
  keys: ModelKey[];
  readonly orders: Map<string, readonly string[]>;
}

type Opened = Awaited<ReturnType<typeof openWithResellers>> & {
  readonly resellers: Readonly<Record<(typeof names)[number], Reseller>>;
};

async function take(opened: Opened, model: Model, one: Step): Promise<void> {
  const { ask, resellers } = opened;
  if (one.what === 'make' || one.what === 'repeat') {
    const { who, amount } = one;
    const order = one.what === 'repeat' ? `${model.history}-${one.order}-${amount}` : undefined;
    const earlier = model.orders.get(`${who} ${order ?? ''}`);
    const keys = await resellers[who].make(amount, order === undefined ? {} : { order });
    if (order !== undefined && earlier !== undefined) {
      const isWhole = earlier.every((key) => model.keys.some((known) => known.key === key));
      expect(keys.toSorted()).toEqual(isWhole ? earlier.toSorted() : []);
      return;
    }
    const isPaid = model.left[who] >= amount;
    expect(keys).toHaveLength(isPaid ? amount : 0);
    if (!isPaid) return;
    model.left[who] -= amount;
    const fresh = { by: who, isUsed: false, isBanned: false, isPaid: true };
    model.keys.push(...keys.map((key) => ({ key, ...fresh })));
    if (order !== undefined) model.orders.set(`${who} ${order}`, keys);
    return;
  }
  if (one.what === 'grant') {
    const isAllowed = model.left[one.who] + one.amount >= 0;
    const { success } = await ask('setbalance', { username: one.who, month: String(one.amount) });
    expect(success).toBe(isAllowed);
    if (isAllowed) model.left[one.who] += one.amount;
    return;
  }
  if (one.what === 'delunused' || one.what === 'delused') {
    await ask(one.what);
    const isGone = ({ isUsed, isBanned }: ModelKey) =>
      !isBanned && isUsed === (one.what === 'delused');
    for (const key of model.keys) if (isGone(key) && !key.isUsed) credit(model, key);
    model.keys = model.keys.filter((key) => !isGone(key));
    return;
  }
  const known = model.keys[one.which % Math.max(1, model.keys.length)];
  if (known !== undefined) await takeWithKey(opened, model, one.what, known);
}

async function takeWithKey(
  { ask, resellers }: Opened,
  model: Model,
  what: 'redeem' | 'own del' | 'del' | 'refund' | 'ban' | 'unban',
  known: ModelKey,
): Promise<void> {
  const { key } = known;
  const isUnused = !known.isUsed && !known.isBanned;
  const remove = () => (model.keys = model.keys.filter((other) => other !== known));
  switch (what) {
    case 'redeem': {
      const { success } = await ask('assignkey', { user: 'customer', key });
      expect(success).toBe(isUnused);
      known.isUsed ||= success;
      return;
    }
    case 'own del': {
      const other = names.find((name) => name !== known.by) ?? known.by;
      expect((await resellers[other].act('del', { key })).success).toBe(false);
      const { success } = await resellers[known.by].act('del', { key });
      expect(success).toBe(isUnused);
      if (!success) return;
      credit(model, known);
      remove();
      return;
    }
    case 'del':
      await ask('del', { key });
      if (isUnused) credit(model, known);
      remove();
      return;
    case 'refund':
      await ask('refund', { key });
      credit(model, known);
      known.isBanned = true;
      return;
    case 'ban':
      await ask('ban', { key });
      known.isBanned = true;
      return;
    case 'unban': {
      const isAllowed = known.isBanned && (known.isPaid || model.left[known.by] > 0);
      expect((await ask('unban', { key })).success).toBe(isAllowed);
      if (!isAllowed) return;
      if (!known.isPaid) model.left[known.by] -= 1;
      Object.assign(known, { isBanned: false, isPaid: true });
    }
  }
}

function credit(model: Model, key: ModelKey): void {
  if (key.isPaid) model.left[key.by] += 1;
  key.isPaid = false;
}

async function compare({ resellers }: Opened, model: Model): Promise<void> {
  for (const name of names) {
    expect((await resellers[name].left())['month'] ?? 0).toBe(model.left[name]);
    const rows = (await resellers[name].act('fetchallkeys')).body['keys'] as { key: string }[]; // as its schema says
    const own = model.keys.filter(({ by }) => by === name);
    expect(rows.map(({ key }) => key).sort()).toEqual(own.map(({ key }) => key).sort());
    const { body } = await resellers[name].act('fetchbalance', { username: name });
    const { balances, entries } = body as {
      balances: { left: string }[];
      entries: { amount: string }[];
    }; // as its schema says
    const sum = entries.reduce((total, { amount }) => total + Number(amount), 0);
    expect(sum).toBe(Number(balances[0]?.left ?? 0));
  }
}

type Current = Opened & { readonly model: Model };

/** New accounts and a new customer keep the lists of a long test short. */
const historiesPerAccount = 20;

async function beginAnew(
  opened: Awaited<ReturnType<typeof openWithResellers>>,
  history: number,
): Promise<Current> {
  const { ask, addReseller } = opened;
  await ask('delalllicenses');
  for (const user of names) await ask('deleteAccount', { user });
  await ask('deluser', { user: 'customer' });
  await ask('adduser', { user: 'customer', sub: 'Pro', expiry: '1', pass: 'p' });
  const month = String(initialKeys);
  const resellers = {
    Rita: await addReseller('Rita', { month }),
    Berta: await addReseller('Berta', { month }),
  };
  const left = { Rita: initialKeys, Berta: initialKeys };
  return { ...opened, resellers, model: { history, left, keys: [], orders: new Map() } };
}

/** Deletes all keys, which credits the unused ones, and restores the first balances. */
async function clear({ ask, model }: Current): Promise<void> {
  await ask('delalllicenses');
  for (const key of model.keys) if (!key.isUsed && !key.isBanned) credit(model, key);
  model.keys = [];
  for (const username of names) {
    const missing = initialKeys - model.left[username];
    if (missing === 0) continue;
    const { success } = await ask('setbalance', { username, month: String(missing) });
    expect(success).toBe(true);
    model.left[username] = initialKeys;
  }
}

/** There are fewer runs on PostgreSQL, where each request takes several times as long. */
const runs = Number(process.env['BALANCES_RUNS'] ?? (databaseKind === 'sqlite' ? 400 : 100));
const seed = Number(process.env['BALANCES_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(
  `balances are exact in ${runs} random histories (BALANCES_SEED=${seed})`,
  { timeout: 900_000 },
  async () => {
    const opened = await openWithResellers();
    let current = await beginAnew(opened, 0);
    let [history, now] = [0, start];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        // A new minute for the general limit.
        opened.setNow((now += 60));
        history += 1;
        if (history % historiesPerAccount === 0) current = await beginAnew(opened, history);
        else await clear(current);
        Object.assign(current.model, { history });
        for (const one of steps) await take(current, current.model, one);
        await compare(current, current.model);
      }),
      { numRuns: runs, seed },
    );
  },
);
