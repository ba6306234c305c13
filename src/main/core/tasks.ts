// Runs long background tasks that can be paused and cancelled. Pausing, signing out and quitting
// end a run; a later run resumes from its results.
import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import { isAt } from '../../shared/phases.ts';
import type { Task, TaskKind, TaskStage } from '../../shared/program.ts';
import { type Failures } from './failures.ts';
import { createMutex, type Mutex } from './mutex.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type Publisher } from './session/publisher.ts';
import { createPace, type Pace } from './task-pace.ts';
import { createTurn, type OwnTurn, type Turn } from '@latchkey/client/turn.ts';

/** Minimum interval between published updates, for all tasks together. */
export const progressEveryMs = 250;

export interface TaskRun extends Turn {
  /** Reports bytes, of the current stage if the work has stages. May be called at any rate. */
  readonly progress: (done: number, total: number | null, stage?: TaskStage) => void;
}

export interface TaskWork {
  readonly kind: TaskKind;
  /**
   * Starts the work or resumes an earlier run. `ok`: all work is done. The run stops when its turn
   * ends, and its answer is then ignored unless it is `ok`.
   */
  readonly run: (run: TaskRun) => Promise<Result<null>>;
  /** Removes partial results after a cancel. Never called while a run is active. */
  readonly discard: () => Promise<void>;
}

export interface Tasks {
  /** Fails with `busy` if a task of that kind exists, `out-of-order` if nobody is signed in. */
  readonly start: (work: TaskWork) => Result<null>;
  /** Adds a paused task that resumes the work of an earlier start. Fails like `start`. */
  readonly addPaused: (work: TaskWork, kept: Pick<Task, 'done' | 'total'>) => Result<null>;
  /** Idempotent, like `resume` and `cancel`. Each fails with `out-of-order` for an unknown task. */
  readonly pause: (id: string) => Result<null>;
  /** Also retries a failed task. */
  readonly resume: (id: string) => Result<null>;
  readonly cancel: (id: string) => Result<null>;
  /** Ends all tasks but keeps their results. */
  readonly leave: () => void;
  /** Like `endAll`, and refuses new tasks. */
  readonly stop: () => void;
  /** Resolves when no run is active. */
  readonly settled: () => Promise<void>;
}

interface Entry {
  readonly work: TaskWork;
  readonly pace: Pace;
  task: Task;
  /** null: the task is not running. */
  turn: OwnTurn | null;
}

export interface TasksParts {
  readonly publisher: Pick<Publisher, 'phase' | 'tasks'>;
  readonly clock: Clock;
  readonly failures: Failures;
}

export function createTasks(parts: TasksParts): Tasks {
  const { publisher, failures } = parts;
  const board = createBoard(parts);
  const queue = createQueue((error) => failures.defect('a task broke', error));
  let started = 0;
  let stopped = false;

  const withTask = (id: string, act: (entry: Entry) => void): Result<null> => {
    const entry = board.entries.get(id);
    if (entry === undefined) return fail(failures.make({ code: 'out-of-order' }));
    act(entry);
    return ok(null);
  };
  const add = (work: TaskWork, act: (entry: Entry) => void): Result<null> => {
    if (stopped || !isAt(publisher.phase(), 'inside'))
      return fail(failures.make({ code: 'out-of-order' }));
    if ([...board.entries.values()].some(({ task }) => task.kind === work.kind))
      return fail(failures.make({ code: 'busy' }));
    const task = newTask(`task-${(started += 1)}`, work.kind);
    const entry: Entry = { work, pace: createPace(parts.clock), task, turn: null };
    board.entries.set(task.id, entry);
    act(entry);
    return ok(null);
  };
  const leave = (): void => board.remove([...board.entries.values()]);
  return {
    start: (work) => add(work, (entry) => begin(parts, board, queue, entry)),
    addPaused: (work, kept) =>
      add(work, (entry) => board.change(entry, { state: 'paused', ...kept })),
    pause: (id) =>
      withTask(id, (entry) => {
        if (entry.turn !== null) board.endRun(entry, 'paused', null);
      }),
    resume: (id) =>
      withTask(id, (entry) => {
        if (entry.turn === null) begin(parts, board, queue, entry);
      }),
    cancel: (id) =>
      withTask(id, (entry) => {
        board.remove([entry]);
        queue.add(entry.work.kind, entry.work.discard);
      }),
    leave,
    stop() {
      stopped = true;
      leave();
    },
    settled: queue.settled,
  };
}

/** Begins a run, once the previous run has ended. */
function begin({ clock, failures }: TasksParts, board: Board, queue: Queue, entry: Entry): void {
  const turn = createTurn(clock);
  entry.turn = turn;
  entry.pace.begin();
  board.change(entry, { state: 'running', failure: null });
  const progress: TaskRun['progress'] = (done, total, stage) => {
    if (entry.turn !== turn) return;
    // Each stage has its own speed.
    const next = stage ?? null;
    if (next !== entry.task.stage) entry.pace.begin();
    entry.task = { ...entry.task, done, total, stage: next };
  };
  queue.add(entry.work.kind, async () => {
    if (turn.ended() !== null) return;
    const { signal, ended } = turn;
    const answer = await entry.work
      .run({ signal, ended, progress })
      .catch((error: unknown) => fail(failures.defect('a task broke', error)));
    // A finished run completes the task, even if the user paused it meanwhile.
    if (answer.ok) board.remove([entry]);
    else if (entry.turn === turn) board.endRun(entry, 'failed', answer.failure);
  });
}

interface Board {
  readonly entries: Map<string, Entry>;
  readonly change: (entry: Entry, to: Partial<Task>) => void;
  readonly endRun: (entry: Entry, state: 'paused' | 'failed', failure: Failure | null) => void;
  readonly remove: (gone: readonly Entry[]) => void;
}

/** Publishes changes of state immediately, and progress at intervals. */
function createBoard({ publisher, clock }: TasksParts): Board {
  const entries = new Map<string, Entry>();
  let callOff: (() => void) | null = null;

  const publish = (): void => publisher.tasks([...entries.values()].map(({ task }) => task));
  const end = (entry: Entry): void => {
    entry.turn?.end('cancelled');
    entry.turn = null;
  };
  const running = (): Entry[] => [...entries.values()].filter(({ turn }) => turn !== null);
  const tick = (): void => {
    for (const entry of running()) entry.task = { ...entry.task, ...entry.pace.of(entry.task) };
    publish();
    callOff = clock.after(progressEveryMs, tick);
  };
  const change = (entry: Entry, to: Partial<Task>): void => {
    entry.task = { ...entry.task, ...to };
    publish();
    watch();
  };
  const watch = (): void => {
    const wanted = running().length > 0;
    if (wanted) callOff ??= clock.after(progressEveryMs, tick);
    else {
      callOff?.();
      callOff = null;
    }
  };
  return {
    entries,
    change,
    endRun(entry, state, failure) {
      end(entry);
      change(entry, { state, failure, bytesPerSecond: null, etaMs: null });
    },
    remove(gone) {
      for (const entry of gone) {
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
