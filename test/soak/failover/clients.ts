// Clients that redeem keys through two processes of a service while its database fails over. Each
// redeem is one request, repeated unchanged, with its challenge, until its outcome is known.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface Service {
  readonly url: string;
  readonly app: { readonly name: string; readonly ownerid: string };
}

/** The ledger of faults/check-tables.ts, and the counts of one failover. */
export class Ledger {
  readonly done: { kind: string; name: string; key: string }[] = [];
  readonly sessions: string[] = [];
  /** Unexpected answers. */
  readonly odd: string[] = [];
  /** Requests without a known outcome: no answer, or a fault of the service. */
  unknown = 0;
  /** Redeems whose outcome was unknown, and then known from a repetition. */
  resolved = 0;
  /** Answers that report that nothing was done. */
  refused = 0;
  /** For each process, the time at which the latest acknowledged redeem was sent. */
  readonly latestSentAt: number[] = [0, 0];
}

const pauseBetweenMs = 200;
const pauseAfterFaultMs = 250;
const answerWithinMs = 15_000;
/** Answers of a service that could not find out whether the change was saved. */
const unknownReasons = new Set(['internal']);
const refusedReasons = new Set(['overloaded', 'rate-limited']);

type Answer = Readonly<Record<string, unknown>>;
type Parameters = Readonly<Record<string, string>>;

export interface Load {
  readonly services: readonly Service[];
  readonly ledger: Ledger;
  /** Returns an unused key, which no other call returns. */
  readonly nextKey: () => string;
  readonly users: readonly string[];
}

/** Each user redeems one key after another until `isOver`, and then finishes the current one. */
export async function keepRedeeming(load: Load, isOver: () => boolean): Promise<void> {
  await Promise.all(
    load.users.map(async (name, index) => {
      for (let turn = index; !isOver(); turn += 1) {
        const opened = await untilKnown(load, turn, { type: 'init' });
        const sessionid = String(opened['sessionid']);
        load.ledger.sessions.push(sessionid);
        const key = load.nextKey();
        await redeem(load, turn, { sessionid, name, key });
        await pause(pauseBetweenMs);
      }
    }),
  );
}

/** Creates the account `name` with a new key. */
export async function register(load: Load, name: string): Promise<void> {
  const { sessionid } = await untilKnown(load, 0, { type: 'init' });
  const key = load.nextKey();
  const account = { username: name, pass: 'a good pass phrase', hwid: 'd'.repeat(64), key };
  await untilKnown(load, 0, { type: 'register', sessionid: String(sessionid), ...account });
  load.ledger.done.push({ kind: 'register', name, key });
}

async function redeem(
  load: Load,
  turn: number,
  { sessionid, name, key }: { sessionid: string; name: string; key: string },
): Promise<void> {
  const answer = await untilKnown(load, turn, { type: 'upgrade', sessionid, username: name, key });
  if (answer['success'] === true) load.ledger.done.push({ kind: 'redeem', name, key });
}

/** Repeats the same request, at the processes in turn. Other refusals are recorded as odd. */
async function untilKnown(load: Load, turn: number, given: Parameters): Promise<Answer> {
  const { services, ledger } = load;
  const parameters = { ...given, challenge: randomBytes(32).toString('base64url') };
  let wasUnknown = false;
  for (let attempt = 0; ; attempt += 1) {
    const index = (turn + attempt) % services.length;
    const sentAt = performance.now();
    const answer = await ask(services[index], parameters).catch(() => null);
    const reason = answer === null ? 'internal' : String(answer['reason']);
    if (
      answer?.['success'] === true ||
      !(unknownReasons.has(reason) || refusedReasons.has(reason))
    ) {
      if (wasUnknown) ledger.resolved += 1;
      const isRedeemed = answer?.['success'] === true && given['type'] === 'upgrade';
      if (isRedeemed) ledger.latestSentAt[index] = sentAt;
      if (answer?.['success'] !== true)
        ledger.odd.push(`${given['type']} of ${given['username'] ?? 'a session'}: ${reason}`);
      return answer ?? {};
    }
    if (refusedReasons.has(reason)) ledger.refused += 1;
    else {
      ledger.unknown += 1;
      wasUnknown = true;
    }
    await pause(pauseAfterFaultMs);
  }
}

/** Throws if no complete answer arrives. */
async function ask(service: Service | undefined, parameters: Parameters): Promise<Answer> {
  if (service === undefined) throw new Error('There are two services');
  const { name, ownerid } = service.app;
  const query = new URLSearchParams({ name, ownerid, ...parameters }).toString();
  const answer = await fetch(`${service.url}/api/1.3/?${query}`, {
    signal: AbortSignal.timeout(answerWithinMs),
  });
  return (await answer.json()) as Answer; // each field is checked
}
