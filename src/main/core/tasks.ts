// The lane for long work: it shows how far it is, can be paused and cancelled, and nothing ever waits for it. Pausing, leaving
// (nobody is signed in any more) and quitting all end a run; what it has done stays, and a later run goes on from there.
import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import { isAt } from '../../shared/phases.ts';
import type { Task, TaskKind, TaskStage } from '../../shared/program.ts';
import { type Failures } from './failures.ts';
import { createMutex, type Mutex } from './mutex.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type Publisher } from './session/publisher.ts';
import { createPace, type Pace } from './task-pace.ts';
import { createTurn, type OwnTurn, type Turn } from '@latchkey/client/turn.ts';

/** Progress is published this often at most, whatever the work reports: four snapshots a second, for all tasks together. */
export const progressEveryMs = 250;

export interface TaskRun extends Turn {
  /** Bytes, of the stage where the work has some. As often as it likes. */
  readonly progress: (done: number, total: number | null, stage?: TaskStage) => void;
}

export interface TaskWork {
  readonly kind: TaskKind;
  /**
   * Begins, or goes on from what an earlier run left, which it finds by itself. `ok`: all of it is done. When its turn ends it
   * stops, and what counts by then stays; its answer counts no more, unless all was done.
   */
  readonly run: (run: TaskRun) => Promise<Result<null>>;
  /** It was cancelled: removes what its runs have left. Never while one of them is at work. */
  readonly discard: () => Promise<void>;
}

export interface Tasks {
  /** `busy`: there is one of that kind already. `out-of-order`: nobody is signed in. */
  readonly start: (work: TaskWork) => Result<null>;
  /** What an earlier run of the program left rests here, as if it had just been paused; refused as `start` is. */
  readonly rest: (work: TaskWork, kept: Pick<Task, 'done' | 'total'>) => Result<null>;
  /** All three: `out-of-order` where there is no such task any more; nothing happens where it is so already. */
  readonly pause: (id: string) => Result<null>;
  /** Also tries again what failed. */
  readonly resume: (id: string) => Result<null>;
  readonly cancel: (id: string) => Result<null>;
  /** Ends them all; what they have done stays. */
  readonly leave: () => void;
  /** As `leave`, and none is started any more. */
  readonly stop: () => void;
  /** Resolves when no run is at work any more. */
  readonly settled: () => Promise<void>;
}

interface Entry {
  readonly work: TaskWork;
  readonly pace: Pace;
  task: Task;
  /** null: no run of it counts any more. */
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
    const task = fresh(`task-${(started += 1)}`, work.kind);
    const entry: Entry = { work, pace: createPace(parts.clock), task, turn: null };
    board.entries.set(task.id, entry);
    act(entry);
    return ok(null);
  };
  const leave = (): void => board.remove([...board.entries.values()]);
  return {
    start: (work) => add(work, (entry) => begin(parts, board, queue, entry)),
    rest: (work, kept) => add(work, (entry) => board.change(entry, { state: 'paused', ...kept })),
    pause: (id) =>
      withTask(id, (entry) => {
        if (entry.turn !== null) board.rest(entry, 'paused', null);
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

/** One run of a task, from now on or as soon as the run before it has really ended. */
function begin({ clock, failures }: TasksParts, board: Board, queue: Queue, entry: Entry): void {
  const turn = createTurn(clock);
  entry.turn = turn;
  entry.pace.begin();
  board.change(entry, { state: 'running', failure: null });
  const progress: TaskRun['progress'] = (done, total, stage) => {
    if (entry.turn !== turn) return;
    // Each stage has a speed of its own.
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
    // Done is done, also where it was paused in the last moment.
    if (answer.ok) board.remove([entry]);
    else if (entry.turn === turn) board.rest(entry, 'failed', answer.failure);
  });
}

interface Board {
  readonly entries: Map<string, Entry>;
  readonly change: (entry: Entry, to: Partial<Task>) => void;
  /** Ends its run, if there is one. */
  readonly rest: (entry: Entry, state: 'paused' | 'failed', failure: Failure | null) => void;
  readonly remove: (gone: readonly Entry[]) => void;
}

/** The list, as it is published: each change of a state at once, progress at intervals. */
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
    rest(entry, state, failure) {
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

/** Runs and removals of one kind come one after the other: two must not work on the same files. */
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

function fresh(id: string, kind: TaskKind): Task {
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
