// Checks what must hold in every hostile case. Returns one sentence for each failed check.
import { environmentCodes } from '../../src/shared/failure.ts';
import type { HostileCase, World } from './cases.ts';
import type { Stage, Plan, Seen } from './drive.ts';
import type { Relay } from './relay.ts';

/** The requests that the loader sends up to and in each stage if nothing interferes. */
const asksFor: Readonly<Record<Stage, readonly string[]>> = {
  start: ['init'],
  'sign-in': ['init', 'login'],
  code: ['init', 'login', 'login'],
  redeem: ['init', 'upgrade'],
  launch: ['init', 'login', 'check'],
};
const phases = {
  start: 'unreachable',
  'sign-in': 'unreachable',
  code: 'unreachable',
  redeem: 'signed-out',
  launch: 'ready',
} as const;

export interface Happened {
  readonly plan: Plan;
  readonly seen: Seen;
  readonly asked: Relay['asked'];
  /** Session ids that the service gave out. */
  readonly sessions: Relay['sessions'];
  /** The number of requests to a server that the loader's configuration does not name. */
  readonly elsewhere: number;
}

export function complaintsAbout(
  given: HostileCase,
  { plan, seen, asked, sessions, elsewhere }: Happened,
): string[] {
  const complaints: string[] = [];
  const must = (holds: boolean, otherwise: string) => {
    if (!holds) complaints.push(otherwise);
  };
  const phase = given.phase ?? phases[given.at];
  must(seen.phase === phase, `the screen is ${seen.phase}, not ${phase}`);
  must(
    seen.failure === given.failure,
    `the failure is ${String(seen.failure)}, not ${String(given.failure)}`,
  );
  const refused = given.proven !== true && environmentCodes.some((code) => code === given.failure);
  must((seen.trust === 'verified') !== refused, `the footer says ${String(seen.trust)}`);
  const inside = seen.walked.some((kind) => kind === 'ready');
  must(inside === (given.at === 'launch'), 'somebody was signed in');
  must(seen.launched.length === 0 && !seen.walked.includes('running'), 'a program was started');
  must(seen.receipts === 0, 'a receipt was shown');
  must(elsewhere === 0, 'another server was asked');
  const requests = [...new Map(asked.map((one) => [`${one.type} ${one.challenge}`, one])).values()];
  const types = requests.map(({ type }) => type).join(' ');
  const due = given.reachable === false ? '' : asksFor[given.at].join(' ');
  // Without a subscription, the loader signs out in the background and opens the next session.
  const after = given.phase === 'no-subscription' ? /^( logout| init)*$/ : /^$/;
  must(types.startsWith(due) && after.test(types.slice(due.length)), `asked for ${types}`);
  for (const secret of [...secretsOf(plan), ...sessions]) {
    must(!seen.log.includes(secret), 'the log has a secret');
    must(!seen.published.includes(secret), 'the page has a secret');
  }
  const { hides } = given;
  if (hides !== undefined) must(!seen.published.includes(hides), 'the page was told too much');
  must(!seen.log.includes(plan.as.username), 'the log has the user name');
  must(!/https?:/.test(seen.log), 'the log has an address');
  return complaints;
}

function secretsOf({ as, code, key }: Plan): readonly string[] {
  return [as.password, code, key, encodeURIComponent(as.password)];
}

/** The phase that the control reaches, where nothing interferes. */
export function endOfControl(at: Stage): Seen['phase'] {
  return at === 'launch' ? 'running' : 'ready';
}

export function serviceConfigOf({ service }: World, baseUrl: string, changes: object = {}): object {
  const { name, ownerid, version } = service.app;
  return { name, ownerid, version, publicKey: service.publicKey, baseUrl, ...changes };
}
