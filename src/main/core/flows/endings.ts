// Notifies the user of an ending subscription three days before the end and again on the last day,
// once each across restarts. Does nothing until the service's time is known and verified.
import { accountIn } from '../../../shared/phases.ts';
import { type Ending } from '../../../shared/ending.ts';
import { realName } from '../session/last-user.ts';
import { type EndStage, maxNoticesTold, type NoticeTold } from '../state-parts.ts';
import { type CoreParts } from '../parts.ts';
import { accountKey, keyedHash } from './account-key.ts';

export type EndingsParts = Pick<
  CoreParts,
  | 'clock'
  | 'config'
  | 'device'
  | 'failures'
  | 'lanes'
  | 'lastUser'
  | 'publisher'
  | 'serviceTime'
  | 'state'
  | 'systemNotices'
>;

export interface Endings {
  /** Shows notices that are due. Called after each action. */
  readonly look: () => void;
  readonly close: (id: string) => void;
  readonly remindTomorrow: (id: string) => void;
  readonly stop: () => void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstMs = 3 * dayMs;
/** The account screen lists all subscriptions, so further notices are not needed. */
const mostAtOnce = 5;
/** Bounds the delay of a timer on a computer that sleeps or whose clock is set. */
const longestWaitMs = hourMs;

export function createEndings(core: EndingsParts): Endings {
  const { clock, lanes, publisher, serviceTime, state } = core;
  let callOff = (): void => undefined;
  let round = 0;

  const update = async (): Promise<void> => {
    const own = (round += 1);
    callOff();
    const account = accountIn(publisher.phase());
    if (account?.dates !== 'current') return;
    const key = await accountKey(core, realName(core.lastUser));
    const nowMs = serviceTime.nowMs();
    if (own !== round || nowMs === null) return;
    const ends = account.subscriptions.flatMap(({ name, expiresAt, lifetime }) =>
      lifetime || expiresAt === null ? [] : [{ id: keyedHash(key, name), name, expiresAt }],
    );
    const { due, records } = judge(state.get().noticesTold, ends, nowMs);
    saveTold(core, records);
    publisher.endings(visibleEndings(publisher.session().endings, ends, due, nowMs));
    show(core, due);
    callOff = clock.after(untilNext(records, ends, nowMs), look);
  };
  const look = (): void => {
    // The running command may change the account; its end calls `refresh` again.
    if (!lanes.idle()) return;
    update().catch((error: unknown) => core.failures.defect('looking for what ends failed', error));
  };
  const close = (id: string): void => {
    publisher.endings(publisher.session().endings.filter((one) => one.id !== id));
  };
  return {
    look,
    close,
    remindTomorrow(id) {
      const shown = publisher.session().endings.some((one) => one.id === id);
      const nowMs = serviceTime.nowMs();
      if (!shown || nowMs === null) return;
      const moved = (one: NoticeTold): NoticeTold =>
        one.subscription === id ? { ...one, againAt: nowMs + dayMs } : one;
      saveTold(core, state.get().noticesTold.map(moved));
      close(id);
      look();
    },
    stop() {
      round += 1;
      callOff();
    },
  };
}

interface Judged {
  readonly due: readonly Ending[];
  readonly records: readonly NoticeTold[];
}

/** Returns the due notices and the new records, without expired subscriptions. */
function judge(before: readonly NoticeTold[], ends: readonly Ending[], nowMs: number): Judged {
  const notYet = ends.filter(({ expiresAt }) => expiresAt - nowMs > firstMs);
  const soon = ends.filter(({ expiresAt }) => isSoon(expiresAt, nowMs)).sort(sooner);
  const records = before
    .filter((one) => one.until > nowMs && !notYet.some(isAbout(one)))
    .map((one) => corrected(one, ends, nowMs));
  const due: Ending[] = [];
  const added: NoticeTold[] = [];
  for (const end of soon.slice(0, mostAtOnce)) {
    const same = records.find((one) => isAbout(one)(end));
    const stage = stageOf(end.expiresAt - nowMs);
    if (same !== undefined && !isDue(same, stage, nowMs)) continue;
    due.push(end);
    added.push({ subscription: end.id, until: end.expiresAt, stage, againAt: null });
  }
  const kept = records.filter((one) => !due.some(isAbout(one)));
  return { due, records: [...kept, ...added].slice(-maxNoticesTold) };
}

function isSoon(expiresAt: number, nowMs: number): boolean {
  return expiresAt > nowMs && expiresAt - nowMs <= firstMs;
}

function stageOf(leftMs: number): EndStage {
  return leftMs <= dayMs ? 'last-day' : 'three-days';
}

/** Corrects a last-day record that a wrong clock caused too early, so that the notice repeats. */
function corrected(records: NoticeTold, ends: readonly Ending[], nowMs: number): NoticeTold {
  const same = ends.find(isAbout(records));
  if (same === undefined || records.stage !== 'last-day') return records;
  return { ...records, stage: stageOf(same.expiresAt - nowMs) };
}

/** A reminder more than a day ahead was set with a wrong clock, so it is due. */
function isDue(records: NoticeTold, stage: EndStage, nowMs: number): boolean {
  if (records.stage === 'three-days' && stage === 'last-day') return true;
  return records.againAt !== null && (records.againAt <= nowMs || records.againAt - nowMs > dayMs);
}

/**
 * Whether both are the same subscription and end. Ends may differ by less than an hour: some
 * services recompute them, and no renewal is that short.
 */
function isAbout({ subscription, until }: NoticeTold): (end: Ending) => boolean {
  return ({ id, expiresAt }) => id === subscription && Math.abs(expiresAt - until) < hourMs;
}

/** Adds the due notices to the visible ones, and removes expired ones. */
function visibleEndings(
  before: readonly Ending[],
  ends: readonly Ending[],
  due: readonly Ending[],
  nowMs: number,
): readonly Ending[] {
  const ids = new Set([...before, ...due].map(({ id }) => id));
  return ends.filter(({ id, expiresAt }) => ids.has(id) && isSoon(expiresAt, nowMs)).sort(sooner);
}

function sooner(a: Ending, b: Ending): number {
  return a.expiresAt - b.expiresAt;
}

function saveTold({ state }: EndingsParts, noticesTold: readonly NoticeTold[]): void {
  if (JSON.stringify(noticesTold) !== JSON.stringify(state.get().noticesTold))
    state.change({ noticesTold });
}

function show({ state, systemNotices }: EndingsParts, due: readonly Ending[]): void {
  if (!state.get().systemNotices || !systemNotices.possible()) return;
  for (const { name, expiresAt } of due)
    systemNotices.show({ kind: 'ends', subscription: name, expiresAt });
}

function untilNext(records: readonly NoticeTold[], ends: readonly Ending[], nowMs: number): number {
  const times = [
    ...ends.flatMap(({ expiresAt }) => [expiresAt - firstMs, expiresAt - dayMs, expiresAt]),
    ...records.flatMap(({ againAt }) => againAt ?? []),
  ].filter((at) => at > nowMs);
  return Math.min(longestWaitMs, ...times.map((at) => at - nowMs));
}
