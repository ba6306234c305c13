// Notifies the user of an ending subscription: in the window three days before the end and again on
// the last day, on the desktop in the last week, at most once a day. Both also across restarts. Does
// nothing until the service's time is known and verified.
import { accountIn } from '../../../shared/phases.ts';
import { type EndingSubscription } from '../../../shared/ending.ts';
import { usernameForService } from '../session/last-user.ts';
import { type EndStage, maxShownNotices, type ShownNotice } from '../saved-state.ts';
import { type CoreParts } from '../parts.ts';
import { accountKey, keyedHash } from './account-key.ts';

export type EndingNoticesParts = Pick<
  CoreParts,
  | 'clock'
  | 'config'
  | 'device'
  | 'failures'
  | 'commandRunner'
  | 'lastUser'
  | 'publisher'
  | 'serviceTime'
  | 'state'
  | 'systemNotices'
>;

export interface EndingNotices {
  /** Shows notices that are due. Called after each action. */
  readonly refresh: () => void;
  readonly close: (id: string) => void;
  readonly remindTomorrow: (id: string) => void;
  readonly stop: () => void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstMs = 3 * dayMs;
/** Desktop notifications begin this long before the end. */
const weekMs = 7 * dayMs;
/** The settings list all subscriptions, so further notices are not needed. */
const maxShown = 5;
/** A longer timer would fire too late after the computer sleeps or its clock changes. */
const maxWaitMs = hourMs;

export function createEndingNotices(core: EndingNoticesParts): EndingNotices {
  const { clock, commandRunner, publisher, serviceTime, state } = core;
  let cancelTimer = (): void => undefined;
  let round = 0;

  const update = async (): Promise<void> => {
    const ownRound = (round += 1);
    cancelTimer();
    const account = accountIn(publisher.phase());
    if (account?.dates !== 'current') return;
    const key = await accountKey(core, usernameForService(core.lastUser));
    const nowMs = serviceTime.nowMs();
    if (ownRound !== round || nowMs === null) return;
    const ends = account.subscriptions.flatMap(({ name, expiresAt, lifetime }) =>
      lifetime || expiresAt === null ? [] : [{ id: keyedHash(key, name), name, expiresAt }],
    );
    const { due, records } = findDue(state.get().noticesTold, ends, nowMs);
    saveShownNotices(core, records);
    publisher.endings(visibleEndings(publisher.session().endings, ends, due, nowMs));
    show(core, ends, nowMs);
    cancelTimer = clock.after(msUntilNext(records, ends, nowMs), refresh);
  };
  const refresh = (): void => {
    // The running command may change the account; its end calls `refresh` again.
    if (!commandRunner.isIdle()) return;
    update().catch((error: unknown) => core.failures.defect('looking for what ends failed', error));
  };
  const close = (id: string): void => {
    publisher.endings(publisher.session().endings.filter((ending) => ending.id !== id));
  };
  return {
    refresh,
    close,
    remindTomorrow(id) {
      const shown = publisher.session().endings.some((ending) => ending.id === id);
      const nowMs = serviceTime.nowMs();
      if (!shown || nowMs === null) return;
      const postponed = (one: ShownNotice): ShownNotice =>
        one.subscription === id ? { ...one, againAt: nowMs + dayMs } : one;
      saveShownNotices(core, state.get().noticesTold.map(postponed));
      close(id);
      refresh();
    },
    stop() {
      round += 1;
      cancelTimer();
    },
  };
}

interface DueNotices {
  readonly due: readonly EndingSubscription[];
  readonly records: readonly ShownNotice[];
}

/** Returns the due notices and the new records, without expired subscriptions. */
function findDue(
  before: readonly ShownNotice[],
  ends: readonly EndingSubscription[],
  nowMs: number,
): DueNotices {
  const notYet = ends.filter(({ expiresAt }) => expiresAt - nowMs > firstMs);
  const endingSoon = ends.filter(({ expiresAt }) => isSoon(expiresAt, nowMs)).sort(bySoonest);
  const records = before
    .filter((one) => one.until > nowMs && !notYet.some(matchesRecord(one)))
    .map((one) => correctStage(one, ends, nowMs));
  const due: EndingSubscription[] = [];
  const added: ShownNotice[] = [];
  for (const end of endingSoon.slice(0, maxShown)) {
    const same = records.find((record) => matchesRecord(record)(end));
    const stage = stageOf(end.expiresAt - nowMs);
    if (same !== undefined && !isDue(same, stage, nowMs)) continue;
    due.push(end);
    added.push({ subscription: end.id, until: end.expiresAt, stage, againAt: null });
  }
  const notDue = records.filter((record) => !due.some(matchesRecord(record)));
  return { due, records: [...notDue, ...added].slice(-maxShownNotices) };
}

function isSoon(expiresAt: number, nowMs: number): boolean {
  return expiresAt > nowMs && expiresAt - nowMs <= firstMs;
}

function stageOf(leftMs: number): EndStage {
  return leftMs <= dayMs ? 'last-day' : 'three-days';
}

/** Corrects a last-day record that a wrong clock caused too early, so that the notice repeats. */
function correctStage(
  record: ShownNotice,
  ends: readonly EndingSubscription[],
  nowMs: number,
): ShownNotice {
  const same = ends.find(matchesRecord(record));
  if (same === undefined || record.stage !== 'last-day') return record;
  return { ...record, stage: stageOf(same.expiresAt - nowMs) };
}

/** A reminder more than a day ahead was set with a wrong clock, so it is due. */
function isDue(record: ShownNotice, stage: EndStage, nowMs: number): boolean {
  if (record.stage === 'three-days' && stage === 'last-day') return true;
  return record.againAt !== null && (record.againAt <= nowMs || record.againAt - nowMs > dayMs);
}

/**
 * Tests whether an ending has the subscription and the end of the record. The ends may differ by
 * less than an hour: some services recompute them, and no renewal is that short.
 */
function matchesRecord({ subscription, until }: ShownNotice): (end: EndingSubscription) => boolean {
  return ({ id, expiresAt }) => id === subscription && Math.abs(expiresAt - until) < hourMs;
}

/** Adds the due notices to the visible ones, and removes expired ones. */
function visibleEndings(
  before: readonly EndingSubscription[],
  ends: readonly EndingSubscription[],
  due: readonly EndingSubscription[],
  nowMs: number,
): readonly EndingSubscription[] {
  const ids = new Set([...before, ...due].map(({ id }) => id));
  return ends
    .filter(({ id, expiresAt }) => ids.has(id) && isSoon(expiresAt, nowMs))
    .sort(bySoonest);
}

function bySoonest(a: EndingSubscription, b: EndingSubscription): number {
  return a.expiresAt - b.expiresAt;
}

function saveShownNotices(
  { state }: EndingNoticesParts,
  noticesTold: readonly ShownNotice[],
): void {
  if (JSON.stringify(noticesTold) !== JSON.stringify(state.get().noticesTold))
    state.change({ noticesTold });
}

/** Names the subscription that ends first. A time ahead was saved with a wrong clock. */
function show(
  { state, systemNotices }: EndingNoticesParts,
  ends: readonly EndingSubscription[],
  nowMs: number,
): void {
  const { systemNotices: isWanted, endToldAt } = state.get();
  if (!isWanted || !systemNotices.isSupported()) return;
  if (endToldAt !== null && endToldAt <= nowMs && nowMs - endToldAt < dayMs) return;
  const [first] = ends
    .filter(({ expiresAt }) => expiresAt > nowMs && expiresAt - nowMs < weekMs)
    .sort(bySoonest);
  if (first === undefined) return;
  state.change({ endToldAt: nowMs });
  systemNotices.show({ kind: 'ends', subscription: first.name, expiresAt: first.expiresAt });
}

function msUntilNext(
  records: readonly ShownNotice[],
  ends: readonly EndingSubscription[],
  nowMs: number,
): number {
  const times = [
    ...ends.flatMap(({ expiresAt }) => [expiresAt - firstMs, expiresAt - dayMs, expiresAt]),
    ...records.flatMap(({ againAt }) => againAt ?? []),
  ].filter((at) => at > nowMs);
  return Math.min(maxWaitMs, ...times.map((at) => at - nowMs));
}
