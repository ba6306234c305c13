// Runs a hostile case with a separate relay and a loader in any process: the attack, the checks,
// and the control.
import type { Caller, HostileCase, World } from './cases.ts';
import { nowMs } from './cases.ts';
import type { Credentials, Plan, Seen } from './drive.ts';
import { complaintsAbout, endOfControl, serviceConfigOf } from './judge.ts';
import { type Plot, startRelay } from './relay.ts';
import type { Front } from './tls-fronts.ts';

/** A loader, in this process or in another one. */
export interface LoaderRunner {
  /** `stuck`: resolves when only a time limit can end the case; null: the case ends without one. */
  readonly begin: (plan: Plan, stuck: Promise<void> | null) => Promise<Seen>;
  /** Continues with the same loader without interference. */
  readonly again: (as: Credentials) => Promise<Seen>;
  readonly stop: () => Promise<void>;
}

export interface Verdict {
  /** One sentence for each failed check. */
  readonly complaints: readonly string[];
  /** The phase that the same loader reaches without interference, and the expected one. */
  readonly control: { readonly ended: string; readonly due: string };
}

const operations = {
  start: 'init',
  'sign-in': 'login',
  code: 'login',
  redeem: 'upgrade',
  launch: 'check',
} as const;
/** The default users of stages that `right` does not reach. */
const usual: Partial<Record<HostileCase['at'], Caller>> = { code: 'two-factor' };

export async function runCase(
  world: World,
  given: HostileCase,
  rider: LoaderRunner,
): Promise<Verdict> {
  const relay = await startRelay(world.service);
  const hitsBefore = world.elsewhere.hits();
  let front: Front | null = null;
  try {
    const guest = await world.invite(given.as ?? usual[given.at] ?? 'right');
    const planFor = (baseUrl: string): Plan => ({
      moment: given.at,
      service: serviceConfigOf(world, baseUrl, given.service),
      as: guest.as,
      code: guest.wrongCode,
      key: guest.key,
      nowMs,
    });
    front = (await given.front?.(relay.url, relay.stuck)) ?? null;
    const plan = planFor(front?.url ?? relay.url);
    relay.plot(plotOf(given, world));
    const seen = await rider.begin(plan, given.stalls === true ? relay.whenStuck() : null);
    const complaints = complaintsAbout(given, {
      plan,
      seen,
      asked: [...relay.asked],
      sessions: relay.sessions,
      elsewhere: world.elsewhere.hits() - hitsBefore,
    });
    relay.plot(null);
    if (front !== null) {
      await rider.stop();
      await rider.begin({ ...planFor(relay.url), moment: 'start' }, null);
    }
    const { phase } = await rider.again(guest.right);
    return {
      complaints: [...complaints, ...relay.faults.map(String)],
      control: { ended: phase, due: endOfControl(given.at) },
    };
  } finally {
    await rider.stop();
    await front?.close();
    await relay.close();
  }
}

function plotOf({ at, deed, connection }: HostileCase, world: World): Plot | null {
  if (connection !== undefined) return { connection };
  if (deed === undefined) return null;
  const nth = at === 'code' ? 2 : 1;
  return { operation: operations[at], nth, deed: (caught) => deed(caught, world) };
}
