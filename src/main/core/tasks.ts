// Runs long background tasks that can be paused and cancelled. Pausing, signing out and quitting
// end a run; a later run resumes from its results.
import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import { isInGroup } from '../../shared/phases.ts';
import type { Task, TaskKind, TaskStage } from '../../shared/program.ts';
import { type Failures } from './failures.ts';
import { createMutex, type Mutex } from './mutex.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type Publisher } from './session/publisher.ts';
import { createSpeedMeter, type SpeedMeter } from './speed-meter.ts';
import { createTurn, type ControlledTurn, type Turn } from '@latchkey/client/turn.ts';

/** Minimum interval between published updates, for all tasks together. */
export const progressEveryMs = 250;

export interface TaskRun extends Turn {
  /** Reports the bytes of the current stage, if there are stages. May be called at any rate. */
  readonly progress: (done: number, total: number | null, stage?: TaskStage) => void;
}

export interface TaskWork {
  readonly kind: TaskKind;
  /**
   * Starts the work or resumes an earlier run. Resolves to `ok` when all work is done. The run
   * stops when its turn ends; a failure is then ignored.
   */
  readonly run: (run: TaskRun) => Promise<Result<null>>;
  /** Removes partial results after a cancel. Never called while a run is active. */
  readonly discard: () => Promise<void>;
}

export interface Tasks {
  /** Fails with `busy` if a task of that kind exists, `out-of-order` if nobody is signed in. */
  readonly start: (work: TaskWork) => Result<null>;
  /** Adds a paused task that resumes the work of an earlier start. Fails like `start`. */
  readonly addPaused: (work: TaskWork, savedProgress: Pick<Task, 'done' | 'total'>) => Result<null>;
  /** Idempotent, like `resume` and `cancel`. Each fails with `out-of-order` for an unknown task. */
  readonly pause: (id: string) => Result<null>;
  /** Also retries a failed task. */
  readonly resume: (id: string) => Result<null>;
  readonly cancel: (id: string) => Result<null>;
  /** Ends all tasks but keeps their results. */
  readonly endAll: () => void;
  /** Like `endAll`, and refuses new tasks. */
  readonly stop: () => void;
  /** Resolves when no run is active. */
  readonly settled: () => Promise<void>;
}

interface Entry {
  readonly work: TaskWork;
  readonly speedMeter: SpeedMeter;
  task: Task;
  /** Null unless the task is running. */
  turn: ControlledTurn | null;
}

export interface TasksParts {
  /** Called when a task is done or fails, but not when the user ends it. */
  readonly onEnd: (kind: TaskKind, isDone: boolean) => void;
  readonly publisher: Pick<Publisher, 'phase' | 'tasks'>;
  readonly clock: Clock;
  readonly failures: Failures;
}

export function createTasks(parts: TasksParts): Tasks {
  const { publisher, failures } = parts;
  const taskList = createTaskList(parts);
  const queue = createQueue((error) => failures.defect('a task broke', error));
  let started = 0;
  let stopped = false;

  const withTask = (id: string, act: (entry: Entry) => void): Result<null> => {
    const entry = taskList.entries.get(id);
    if (entry === undefined) return fail(failures.make({ code: 'out-of-order' }));
    act(entry);
    return ok(null);
  };
  const add = (work: TaskWork, act: (entry: Entry) => void): Result<null> => {
    if (stopped || !isInGroup(publisher.phase(), 'inside'))
      return fail(failures.make({ code: 'out-of-order' }));
    if ([...taskList.entries.values()].some(({ task }) => task.kind === work.kind))
      return fail(failures.make({ code: 'busy' }));
    const task = newTask(`task-${(started += 1)}`, work.kind);
    const entry: Entry = { work, speedMeter: createSpeedMeter(parts.clock), task, turn: null };
    taskList.entries.set(task.id, entry);
    act(entry);
    return ok(null);
  };
  const endAll = (): void => taskList.remove([...taskList.entries.values()]);
  return {
    start: (work) => add(work, (entry) => begin(parts, taskList, queue, entry)),
    addPaused: (work, savedProgress) =>
      add(work, (entry) => taskList.change(entry, { state: 'paused', ...savedProgress })),
    pause: (id) =>
      withTask(id, (entry) => {
        if (entry.turn !== null) taskList.endRun(entry, 'paused', null);
      }),
    resume: (id) =>
      withTask(id, (entry) => {
        if (entry.turn === null) begin(parts, taskList, queue, entry);
      }),
    cancel: (id) =>
      withTask(id, (entry) => {
        taskList.remove([entry]);
        queue.add(entry.work.kind, entry.work.discard);
      }),
    endAll,
    stop() {
      stopped = true;
      endAll();
    },
    settled: queue.settled,
  };
}

/** Begins a run, once the previous run has ended. */
function begin(
  { clock, failures, onEnd }: TasksParts,
  taskList: TaskList,
  queue: Queue,
  entry: Entry,
): void {
  const turn = createTurn(clock);
  entry.turn = turn;
  entry.speedMeter.begin();
  taskList.change(entry, { state: 'running', failure: null });
  const progress: TaskRun['progress'] = (done, total, stage) => {
    if (entry.turn !== turn) return;
    // Each stage has its own speed.
    const next = stage ?? null;
    if (next !== entry.task.stage) entry.speedMeter.begin();
    entry.task = { ...entry.task, done, total, stage: next };
  };
  queue.add(entry.work.kind, async () => {
    if (turn.ended() !== null) return;
    const { signal, ended } = turn;
    const answer = await entry.work
      .run({ signal, ended, progress })
      .catch((error: unknown) => fail(failures.defect('a task broke', error)));
    // A finished run completes the task, even if the user paused it meanwhile.
    const ends = answer.ok ? taskList.entries.has(entry.task.id) : entry.turn === turn;
    if (answer.ok) taskList.remove([entry]);
    else if (ends) taskList.endRun(entry, 'failed', answer.failure);
    if (ends) onEnd(entry.work.kind, answer.ok);
  });
}

interface TaskList {
  readonly entries: Map<string, Entry>;
  readonly change: (entry: Entry, to: Partial<Task>) => void;
  readonly endRun: (entry: Entry, state: 'paused' | 'failed', failure: Failure | null) => void;
  readonly remove: (removed: readonly Entry[]) => void;
}

/** Publishes changes of state immediately, and progress at intervals. */
function createTaskList({ publisher, clock }: TasksParts): TaskList {
  const entries = new Map<string, Entry>();
  let cancelTimer: (() => void) | null = null;

  const publish = (): void => publisher.tasks([...entries.values()].map(({ task }) => task));
  const end = (entry: Entry): void => {
    entry.turn?.end('cancelled');
    entry.turn = null;
  };
  const running = (): Entry[] => [...entries.values()].filter(({ turn }) => turn !== null);
  const tick = (): void => {
    for (const entry of running())
      entry.task = { ...entry.task, ...entry.speedMeter.measure(entry.task) };
    publish();
    cancelTimer = clock.after(progressEveryMs, tick);
  };
  const change = (entry: Entry, to: Partial<Task>): void => {
    entry.task = { ...entry.task, ...to };
    publish();
    watch();
  };
  const watch = (): void => {
    const isAnyRunning = running().length > 0;
    if (isAnyRunning) cancelTimer ??= clock.after(progressEveryMs, tick);
    else {
      cancelTimer?.();
      cancelTimer = null;
    }
  };
  return {
    entries,
    change,
    endRun(entry, state, failure) {
      end(entry);
      change(entry, { state, failure, bytesPerSecond: null, etaMs: null });
    },
    remove(removed) {
      for (const entry of removed) {
        end(entry);
        entries.delete(entry.task.id);
      }
      publish();
      watch();
    },
  };
}

interface Queue {
  readonly add: (kind: TaskKind, work: () => Promise<void>) => void;
  readonly settled: () => Promise<void>;
}

/** Serializes runs and removals of one kind, because they work on the same files. */
function createQueue(onDefect: (error: unknown) => void): Queue {
  const mutexes = new Map<TaskKind, Mutex>();
  return {
    add(kind, work) {
      const mutex = mutexes.get(kind) ?? createMutex();
      mutexes.set(kind, mutex);
      void mutex(work).catch(onDefect);
    },
    async settled() {
      await Promise.all([...mutexes.values()].map((mutex) => mutex(() => undefined)));
    },
  };
}

function newTask(id: string, kind: TaskKind): Task {
  return {
    id,
    kind,
    state: 'running',
    stage: null,
    done: 0,
    total: null,
    bytesPerSecond: null,
    etaMs: null,
    failure: null,
  };
}
