// What users do at the loader.
import type { Loader } from '../../src/main/core/loader.ts';
import type { Session } from '../../src/shared/session.ts';
import { redeem } from './buyers.ts';
import type { Computer } from './computers.ts';
import type { Actions } from './people.ts';
import type { Stream } from './random.ts';

/** A buyer and the computer that the step is about. */
export interface AtComputer {
  readonly computer: Computer;
  readonly step: number;
}

async function signIn(computer: Computer, loader: Loader, password: string, random: Stream) {
  const { buyer, session } = computer;
  const { handlers } = loader;
  if (session?.phase.kind === 'code-needed') {
    await submitCode(computer, loader);
    return;
  }
  if (session?.phase.kind !== 'signed-out') {
    await handlers.retry({});
    return;
  }
  const check = buyer.watchRights(password);
  const form = { username: buyer.name, password, remember: random.chance(0.6) };
  // An impatient user clicks twice.
  if (random.chance(0.2)) void handlers.signIn(form);
  const result = await handlers.signIn(form);
  if (result.ok && computer.isReadyOnline) check('ok', 'sign-in at the loader');
  else if (!result.ok) check(result.failure.code, 'sign-in at the loader');
  else await continueSignIn(computer, loader);
}

async function submitCode({ buyer }: Computer, { handlers }: Loader): Promise<void> {
  const { code } = buyer.code();
  if (code !== undefined) await handlers.submitCode({ code });
}

/** Does what the screen after a sign-in asks for. */
async function continueSignIn(computer: Computer, loader: Loader): Promise<void> {
  const { session } = computer;
  if (session?.phase.kind === 'code-needed') await submitCode(computer, loader);
  if (session?.phase.kind === 'wrong-device') await removeOther(computer, loader, session);
}

async function redeemAt({ computer }: AtComputer, loader: Loader, random: Stream): Promise<void> {
  const { buyer } = computer;
  await redeem(buyer, buyer.takeKey(random), async (key) => {
    const result = await loader.handlers.redeem({ username: buyer.name, key });
    // The loader alone knows whether it has sent anything.
    return { code: result.ok ? 'ok' : 'refused', tries: 1 };
  });
}

async function removeOther(computer: Computer, loader: Loader, session: Session) {
  const { phase } = session;
  if (phase.kind !== 'wrong-device') return;
  const other = phase.removal?.computers[0];
  if (other === undefined) await loader.handlers.goBack({});
  else {
    const result = await loader.handlers.removeComputer({ id: other.id });
    if (result.ok) computer.buyer.world.history.count('removals');
  }
}

const launch = (computer: Computer) => async (loader: Loader, session: Session) => {
  if (session.phase.kind !== 'ready') return;
  const check = computer.buyer.watchRights(null);
  const before = computer.launcher.lines.length;
  await loader.handlers.launch({});
  if (computer.launcher.lines.length === before) return;
  const { phase } = computer.session ?? session;
  const isOffline = phase.kind === 'running' && phase.offline !== undefined;
  if (!isOffline) check('ok', 'a launch');
  computer.buyer.world.history.count(isOffline ? 'launches offline' : 'launches');
};

const leavable: ReadonlySet<string> = new Set([
  ...['ready', 'banned', 'no-subscription', 'session-ended', 'unreachable'],
]);

export const loaderActions: Actions<AtComputer> = {
  'open the loader': { weight: 3, run: ({ computer, step }) => computer.open(step) },
  'kill the loader': { weight: 2, run: ({ computer }) => computer.kill() },
  'sign in at the loader': {
    weight: 8,
    run: ({ computer, step }, random) =>
      computer.use(step, (loader) => signIn(computer, loader, computer.buyer.password, random)),
  },
  'mistype the password': {
    weight: 1,
    run: ({ computer, step }, random) =>
      computer.use(step, (loader) => signIn(computer, loader, `no ${random.int(99)}`, random)),
  },
  'redeem at the loader': {
    weight: 2,
    run: (at, random) => at.computer.use(at.step, (loader) => redeemAt(at, loader, random)),
  },
  'remove the other computer': {
    weight: 4,
    run: ({ computer, step }) =>
      computer.use(step, (loader, session) => removeOther(computer, loader, session)),
  },
  launch: { weight: 3, run: ({ computer, step }) => computer.use(step, launch(computer)) },
  cancel: {
    weight: 1,
    run: ({ computer, step }) => computer.use(step, ({ handlers }) => handlers.cancel({})),
  },
  'sign out': {
    weight: 2,
    run: ({ computer, step }) =>
      computer.use(step, ({ handlers }, { phase }) =>
        leavable.has(phase.kind) ? handlers.signOut({}) : handlers.goBack({}),
      ),
  },
  'close the lid': {
    weight: 1,
    run: ({ computer }, random) => computer.sleep(60_000 * (1 + random.int(90))),
  },
  'set the clock': {
    weight: 1,
    run({ computer }, random) {
      computer.skewMs = random.pick([0, -86_400_000, 3_600_000, 400 * 86_400_000]);
      if (computer.process !== null) computer.process.skewMs = computer.skewMs;
    },
  },
};
