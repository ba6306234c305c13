// The long tasks of delivery: install, update, repair and move. They wait until the program exits.
// Install and update request the current offer, repair the installed release. They resume an
// unfinished run.
import { type DeliveryConfig } from '../../../shared/config-delivery.ts';
import { fail, ok, type FailureFacts, type Result } from '../../../shared/failure.ts';
import { type Notice } from '../../../shared/session.ts';
import type { TaskKind } from '../../../shared/program.ts';
import type { InstalledProgram, InstallResult, InstallRun } from '../delivery/ports.ts';
import { actionLimitMs } from '../command-runner.ts';
import { type TaskRun, type TaskWork } from '../tasks.ts';
import { type OfferAnswer, type RequestRelease } from './release-request.ts';
import { createTurn } from '@latchkey/client/turn.ts';
import { type CoreParts } from '../parts.ts';
import { type DeliveryHost } from './delivery-types.ts';
import { askedBy, failureFactsOf, repairOffer, type DeliveryState } from './delivery-facts.ts';
import { type RemainingFilesMemory } from './remaining-files.ts';

export type DeliveryCore = Pick<
  CoreParts,
  'clock' | 'config' | 'failures' | 'log' | 'publisher' | 'serviceSession' | 'tasks'
>;

export interface DeliveryTaskParts {
  readonly core: DeliveryCore;
  readonly host: DeliveryHost;
  readonly ask: RequestRelease;
  readonly known: () => DeliveryState;
  readonly policy: DeliveryConfig['policy'];
  readonly learn: (news: Partial<DeliveryState>) => void;
  /** Whether the program is starting or running. */
  readonly isAppActive: () => boolean;
  /** Called when the program may have exited. */
  readonly exitCallbacks: Set<() => void>;
  readonly leftFiles: RemainingFilesMemory;
  /** Called after an unfinished run was removed. */
  readonly discarded: () => void;
}

export interface DeliveryTasks {
  readonly installOrRepair: (kind: Exclude<TaskKind, 'move'>) => TaskWork;
  readonly move: (to: string) => TaskWork;
}

export function createDeliveryTasks(parts: DeliveryTaskParts): DeliveryTasks {
  const { store } = parts.host;
  return {
    installOrRepair: (kind) => ({
      kind,
      run: (run) => installOrRepair(parts, kind, run),
      async discard() {
        await store.discard();
        parts.discarded();
      },
    }),
    move: (to) => ({
      kind: 'move',
      run: (run) => move(parts, to, run),
      // The run removes its own copies, and the program stays in its folder.
      discard: () => Promise.resolve(),
    }),
  };
}

/** Notices about the last change of the installed program. */
const changeNotices: readonly Notice['kind'][] = [
  'installed',
  'uninstalled',
  'moved',
  'download-removed',
];

/** Starts a task and removes the notice of an earlier change, which it makes obsolete. */
export function startTask({ publisher, tasks }: DeliveryCore, work: TaskWork): Result<null> {
  const started = tasks.start(work);
  const { notice } = publisher.session();
  if (started.ok && notice !== null && changeNotices.includes(notice.kind)) publisher.notice(null);
  return started;
}

async function installOrRepair(
  parts: DeliveryTaskParts,
  kind: Exclude<TaskKind, 'move'>,
  run: TaskRun,
): Promise<Result<null>> {
  const { core, host, learn } = parts;
  if (!(await waitUntilClosed(parts, run))) return fail(core.failures.make({ code: 'cancelled' }));
  const wanted = kind === 'repair' ? repairedRelease(parts) : null;
  const answer = await askWithLimit(parts, run, wanted);
  if (!answer.ok) return failed(parts, kind, answer.facts);
  const { offer } = answer;
  if (wanted === null) learn({ releaseChecked: true, offer });
  else if (offer === null) learn({ installedGone: true });
  if (offer === null) return failed(parts, kind, { code: 'program-withdrawn' });
  // Distinguishes an unanswered renewal from a withdrawn release.
  const unanswered: { facts: FailureFacts | null } = { facts: null };
  const installRun: InstallRun = {
    signal: run.signal,
    progress: run.progress,
    renew: async () => {
      const renewed = await askWithLimit(parts, run, wanted);
      unanswered.facts = renewed.ok ? null : renewed.facts;
      return renewed.ok ? renewed.offer : null;
    },
  };
  const result: InstallResult = await (kind === 'repair'
    ? host.store.repair(offer, installRun)
    : host.store.install(offer, installRun));
  if (!result.ok) {
    const facts = result.problem.kind === 'not-offered' ? unanswered.facts : null;
    learn(askedBy(result.problem, host.store.folder()));
    return failed(parts, kind, facts ?? failureFactsOf(result.problem, core.clock.now()));
  }
  core.log.info('program-brought', { kind, fetchedBytes: result.fetchedBytes });
  learn({
    installed: result.program,
    damaged: false,
    installedGone: false,
    updateFailed: false,
  });
  if (kind === 'install')
    core.publisher.notice({ kind: 'installed', version: result.program.version });
  return ok(null);
}

/** Returns the installed release, unless the window says that the repair updates. */
function repairedRelease({ known, policy }: DeliveryTaskParts): InstalledProgram | null {
  return repairOffer(known(), policy) === null ? (known().installed ?? null) : null;
}

async function move(parts: DeliveryTaskParts, to: string, run: TaskRun): Promise<Result<null>> {
  const { core, host, learn, leftFiles } = parts;
  if (!(await waitUntilClosed(parts, run))) return fail(core.failures.make({ code: 'cancelled' }));
  const result = await host.store.moveTo(to, run);
  if (!result.ok) {
    learn(askedBy(result.problem, to));
    return failed(parts, 'move', failureFactsOf(result.problem, core.clock.now()));
  }
  learn({ installed: result.program });
  if (result.remaining !== undefined)
    core.publisher.notice({ kind: 'moved', remaining: leftFiles.remember(result.remaining) });
  return ok(null);
}

function failed(
  { core, learn }: DeliveryTaskParts,
  kind: TaskKind,
  facts: FailureFacts,
): Result<null> {
  if (kind === 'update' && facts.code !== 'cancelled') learn({ updateFailed: true });
  return fail(core.failures.make(facts));
}

/** Waits until the program has exited. Resolves to false if the run was stopped first. */
function waitUntilClosed(
  { isAppActive, exitCallbacks }: DeliveryTaskParts,
  run: TaskRun,
): Promise<boolean> {
  return new Promise((resolve) => {
    const check = (): void => {
      const hasEnded = run.ended() !== null;
      if (!hasEnded && isAppActive()) {
        run.progress(0, null, 'waiting');
        return;
      }
      exitCallbacks.delete(check);
      run.signal.removeEventListener('abort', check);
      resolve(!hasEnded);
    };
    exitCallbacks.add(check);
    run.signal.addEventListener('abort', check);
    check();
  });
}

/** Requests an offer with a time limit, because a run has none. */
async function askWithLimit(
  { core, ask }: DeliveryTaskParts,
  run: TaskRun,
  installed: InstalledProgram | null,
): Promise<OfferAnswer> {
  const turn = createTurn(core.clock);
  const stop = (): void => turn.end('cancelled');
  run.signal.addEventListener('abort', stop);
  if (run.ended() !== null) stop();
  turn.setTimeLimit(actionLimitMs);
  try {
    return await ask(turn, installed);
  } finally {
    turn.close();
    run.signal.removeEventListener('abort', stop);
  }
}
