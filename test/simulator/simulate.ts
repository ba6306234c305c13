// Runs one simulation: the service, its people and its trouble, from a seed to a history.
import { buyerActions } from './buyer-actions.ts';
import { Buyer } from './buyers.ts';
import { Computer, deviceIdsOf } from './computers.ts';
import { History } from './history.ts';
import { loaderActions, type AtComputer } from './loader-actions.ts';
import { Model } from './model.ts';
import { Network } from './network.ts';
import { disk } from './patch-io.ts';
import { pause, stackOf, type Actions, type World } from './people.ts';
import { makePlan, type Cast, type Step } from './plan.ts';
import { scheduler } from './processes.ts';
import { checkDatabase } from './promises.ts';
import { createStream } from './random.ts';
import { resellerActions, Seller, sellerActions, settle } from './sellers.ts';
import { SimulatedService } from './simulated-service.ts';
import { application, names, openTemplate } from './template.ts';
import { troubleActions } from './trouble.ts';

const casts: readonly Cast[] = [
  { people: names, weight: 30, actions: buyerActions },
  {
    people: names.flatMap((name) => [`${name}/0`, `${name}/1`]),
    weight: 34,
    actions: loaderActions,
  },
  { people: ['seller'], weight: 24, actions: sellerActions },
  { people: ['rita'], weight: 4, actions: resellerActions },
  { people: ['trouble'], weight: 8, actions: troubleActions },
];
const opening: readonly Omit<Step, 'id'>[] = [
  ...[2000, 3000, 4000, 5000].map((atMs) => ({ atMs, who: 'seller', what: 'make keys' })),
  ...names.map((who, index) => ({ atMs: 30_000 + 4000 * index, who, what: 'register' })),
];

export const planOf = (seed: string, hours: number) => makePlan(seed, hours, casts, opening);

export interface Simulated {
  readonly history: History;
  readonly virtualMs: number;
  readonly crashes: number;
}

/** Runs a plan, or a part of it. Stops at the first broken promise. */
export async function simulate(seed: string, plan: readonly Step[]): Promise<Simulated> {
  const template = await openTemplate();
  scheduler.reset(seed);
  disk.reset();
  const history = new History();
  const service = new SimulatedService(history, template.folder);
  const network = new Network(history, service);
  const world: World = { history, model: new Model(), service, network, template };
  const stage = await createStage(world);
  const onReject = (error: unknown) => history.breaks('no promise is left alone', stackOf(error));
  scheduler.onThrow = (error, { name }) =>
    history.breaks('no error is left alone', `${name}: ${stackOf(error)}`);
  process.on('unhandledRejection', onReject);
  const isBroken = () => history.broken.length > 0;
  const check = () => {
    const { file, isUp } = service;
    if (isUp)
      checkDatabase(file, world.model, service.now(), (promise, words) =>
        history.breaks(promise, words),
      );
  };
  for (const step of plan)
    scheduler.outside(() => scheduler.after(step.atMs * 1000, () => stage.act(step)));
  const lastStepMs = plan.at(-1)?.atMs ?? 0;
  for (let atMs = 60_000; atMs < lastStepMs; atMs += checkEveryMs)
    scheduler.outside(() => scheduler.after(atMs * 1000, check));
  try {
    await scheduler.run(lastStepMs + 1000, isBroken);
    if (!isBroken()) await calmDown(world, stage, isBroken, check);
    return { history, virtualMs: scheduler.nowMs(), crashes: service.crashes };
  } finally {
    process.off('unhandledRejection', onReject);
    service.remove();
  }
}

/** How often the database is compared with the model. */
const checkEveryMs = 120_000;

interface Stage {
  readonly buyers: readonly Buyer[];
  readonly computers: readonly Computer[];
  readonly seller: Seller;
  readonly act: (step: Step) => void;
}

async function createStage(world: World): Promise<Stage> {
  const buyers: Buyer[] = [];
  for (const name of names) buyers.push(new Buyer(name, world, await deviceIdsOf(name)));
  const computers = buyers.flatMap((buyer) => [0, 1].map((index) => new Computer(buyer, index)));
  const seller = new Seller('seller', world, application.sellerKey, buyers);
  const reseller = new Seller('rita', world, world.template.resellerKey, []);
  const trouble = { world, buyers };
  const run = <Actor>(actions: Actions<Actor>, what: string, actor: Actor, { who, id }: Step) =>
    actions[what]?.run(actor, createStream(`${scheduler.seed}/${who}/${id}`));
  const act = (step: Step) => {
    const { who, what, id } = step;
    world.history.note(who, `* ${what} (step ${id})`);
    const buyer = buyers.find(({ name }) => name === who);
    const computer = computers.find(({ name }) => name === who);
    if (buyer !== undefined) void buyer.do(id, () => run(buyerActions, what, buyer, step));
    else if (computer !== undefined)
      run<AtComputer>(loaderActions, what, { computer, step: id }, step);
    else if (who === 'seller') void seller.do(id, () => run(sellerActions, what, seller, step));
    else if (who === 'rita') void reseller.do(id, () => run(resellerActions, what, reseller, step));
    else run(troubleActions, what, trouble, step);
  };
  return { buyers, computers, seller, act };
}

const calmMs = 240_000;
const endMs = 1_800_000;

/** After the last fault: everything that is pending ends, and nothing is left. */
async function calmDown(
  { history, network, service, template, model }: World,
  { buyers, computers, seller }: Stage,
  isBroken: () => boolean,
  check: () => void,
): Promise<void> {
  network.isCalm = true;
  network.outages.clear();
  network.acknowledgementsToCrash = 0;
  disk.calm();
  for (const one of [service, ...computers]) {
    const { process } = one;
    if (process === null) continue;
    Object.assign(process, { beforeWrite: null, afterWrite: null });
    scheduler.wake(process);
  }
  history.note('world', 'is calm');
  const until = async (forMs: number, isDone: () => boolean, promise: string, words: string) => {
    await scheduler.run(scheduler.nowMs() + forMs, () => isDone() || isBroken());
    if (!isDone() && !isBroken()) history.breaks(promise, words);
  };
  await scheduler.run(scheduler.nowMs() + calmMs, isBroken);
  if (!service.isUp) history.breaks('the service starts after every crash', 'it is still down');
  for (const { name, session, phase } of computers)
    if (phase === 'unreachable' || (session?.step !== null && phase !== 'closed'))
      history.breaks('everything pending ends in time', `${name} still shows ${phase}`);
  let isSettled = false;
  void seller.do(-2, () => settle(seller, template.resellerKey)).then(() => (isSettled = true));
  await until(endMs, () => isSettled, 'everything pending ends in time', 'the seller waits');
  let ended = 0;
  for (const buyer of buyers)
    void buyer.do(-2, () => signInAtTheEnd(buyer)).then(() => (ended += 1));
  const all = () => ended === buyers.length;
  await until(endMs, all, 'everything pending ends in time', 'a buyer waits');
  check();
  if (!isBroken()) await closeAll(history, service, computers, isBroken);
  history.note('world', `ends with ${model.keys.size} keys`);
}

const longestLockMinutes = 20;

async function signInAtTheEnd(buyer: Buyer): Promise<void> {
  const { user, password } = buyer;
  if (user.exists.value !== true || password === '') return;
  await buyer.signIn(0, `${password} wrong`, {});
  let outcome = await buyer.signIn(0, password, {});
  // Wrong passwords lock the account for a while, the right one too.
  for (let tries = 0; outcome?.code === 'rate-limited' && tries < longestLockMinutes; tries += 1) {
    await pause(60_000);
    outcome = await buyer.signIn(0, password, {});
  }
  const isRight =
    outcome?.code === 'ok' || (outcome?.code === 'code-needed' && user.totp.value !== null);
  const mayBeOn = user.totp.value === undefined && outcome?.code === 'code-needed';
  if (!isRight && !mayBeOn)
    buyer.breaks('nobody is out against right', `the last sign-in answers ${outcome?.code}`);
}

/** Closes everything as people do. Nothing may wait afterwards. */
async function closeAll(
  history: History,
  service: SimulatedService,
  computers: readonly Computer[],
  isBroken: () => boolean,
): Promise<void> {
  for (const { process, loader } of computers) process?.run(() => loader?.stop());
  void service.stop();
  await scheduler.run(scheduler.nowMs() + 60_000, isBroken);
  if (service.isUp) history.breaks('nothing is left', 'the service does not stop');
  const processes = [service.process, ...computers.map(({ process }) => process)];
  for (const process of processes) {
    const waiting = process?.isAlive === true ? scheduler.waitingIn(process) : 0;
    if (waiting > 0) history.breaks('nothing is left', `${process?.name}: ${waiting} timers`);
  }
}
