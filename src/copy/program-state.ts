// Builds the texts for the state of the installed program: the line on the cover and the title.
import type { Program, Task } from '../shared/program.ts';
import type { Account, OfflineFacts, Subscription } from '../shared/session.ts';
import type { Copy } from './copy.ts';
import { formatEnd, formatNumber, formatWeekdayTime } from './dates.ts';
import { fill, joinSentences, joinValues } from './sentences.ts';
import { formatBytes } from './task-texts.ts';

/** Returns the line below the program's name. `plan`: the result of planText. */
export function programState(copy: Copy, program: Program, plan: string | null = null): string {
  const texts = copy.delivery;
  const { installed, available, next } = program;
  if (next === 'look') return texts.looking;
  if (installed === null) return available === null ? texts.nothing : offered(copy, available);
  const { version } = installed;
  if (next === 'repair') return fill(texts.damaged, { version });
  if (next === 'update') return fill(texts.mustUpdate, { version });
  const named = fill(texts.version, { version });
  return plan === null ? named : joinValues(named, plan);
}

/** Describes an available version by its download size and installed size. */
function offered(copy: Copy, { version, ...bytes }: NonNullable<Program['available']>): string {
  if (bytes.stored === null) return fill(copy.delivery.version, { version });
  const stored = formatBytes(copy, bytes.stored);
  return bytes.size === null
    ? fill(copy.delivery.notInstalledShort, { version, stored })
    : fill(copy.delivery.notInstalled, { version, stored, size: formatBytes(copy, bytes.size) });
}

/** Returns the line below the program's name for a task, such as "Installing version 2.5". */
export function taskState(copy: Copy, { kind }: Task, program: Program | null): string {
  const newest = kind === 'repair' || kind === 'move' ? null : program?.available?.version;
  const other = kind === 'repair' ? program?.repairsTo : newest;
  const version = other ?? program?.installed?.version;
  const texts = copy.taskKinds[kind];
  return version === undefined ? texts.doingShort : fill(texts.doingVersion, { version });
}

/** Returns the verb of a repair, which names the version if it updates. */
export function repairLabel({ delivery }: Copy, program: Program | null): string {
  const version = program?.repairsTo ?? null;
  return version === null ? delivery.repair : fill(delivery.repairUpdate, { version });
}

/**
 * Returns the subscription that ends last, such as "Pro until 14 March 2027"; null if there is none.
 * `now`: the service's time in unix milliseconds, or null if unknown.
 */
export function planText(
  copy: Copy,
  { subscriptions, dates }: Account,
  now: number | null,
): string | null {
  const active = subscriptions.filter(
    ({ expiresAt, name }) => name !== '' && (expiresAt === null || now === null || expiresAt > now),
  );
  const [first, ...others] = active;
  if (first === undefined) return null;
  const { name, lifetime, expiresAt } = others.reduce(endsLater, first);
  if (lifetime) return fill(copy.ready.planLifetime, { name });
  if (expiresAt === null || dates !== 'current') return name;
  return fill(copy.ready.planUntil, { name, date: formatEnd(copy, expiresAt, now) });
}

/** Returns the line of a user who works with an offline pass, such as "You can work offline until Friday, 14:00". */
export function offlineText(copy: Copy, { until }: OfflineFacts, now: number | null): string {
  return fill(copy.ready.offlineUntil, { date: formatWeekdayTime(copy, until, now) });
}

function endsLater(one: Subscription, other: Subscription): Subscription {
  return endOf(other) > endOf(one) ? other : one;
}

function endOf({ lifetime, expiresAt }: Subscription): number {
  return lifetime ? Infinity : (expiresAt ?? -Infinity);
}

/** Returns the finished share in whole percent, such as "41 %"; null if the total is unknown. */
export function formatShare(copy: Copy, { done, total }: Pick<Task, 'done' | 'total'>) {
  if (total === null) return null;
  const percent = total === 0 ? 100 : Math.floor(Math.min(1, done / total) * 100);
  return fill(copy.task.percent, { percent: formatNumber(copy, percent) });
}

/** Returns the window's title for a task, such as "Downloading 41 %". */
export function taskTitle(copy: Copy, task: Task): string {
  const { kind, state, stage } = task;
  const doing =
    state !== 'running'
      ? copy.task.paused
      : stage === null || stage === 'waiting' || stage === 'held'
        ? copy.taskKinds[kind].doingShort
        : copy.taskStages[stage];
  const waits = stage === 'waiting' || stage === 'held';
  return joinSentences(doing, waits ? null : formatShare(copy, task));
}

/** Returns the window's title while there is no task. */
export function programTitle({ delivery, ready }: Copy, { next }: Program): string {
  const titles = {
    look: delivery.looking,
    nothing: delivery.titleNotInstalled,
    install: delivery.titleNotInstalled,
    update: delivery.titleMustUpdate,
    repair: delivery.titleDamaged,
    launch: ready.ready,
  };
  return titles[next];
}
