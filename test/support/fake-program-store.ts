// A fake for the folder of the installed program. Tests control the runs and their outcomes.
import type {
  UnfinishedInstall,
  InstalledProgram,
  InstallResult,
  InstallRun,
  RemainingFiles,
  MoveResult,
  ProgramProblem,
  ProgramStore,
  ReadyResult,
} from '../../src/main/core/delivery/ports.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';

interface InstallCall {
  readonly kind: 'install' | 'repair';
  readonly offer: OfferedRelease;
  readonly run: InstallRun;
  readonly end: (answer: InstallResult) => void;
}

interface MoveRun {
  readonly to: string;
  readonly run: Pick<InstallRun, 'signal' | 'progress'>;
  readonly end: (answer: MoveResult) => void;
}

export interface FakeProgramStore extends ProgramStore {
  readonly runs: readonly InstallCall[];
  readonly moves: readonly MoveRun[];
  /** Completes the newest run successfully. */
  readonly completeRun: () => void;
  readonly failRun: (problem: ProgramProblem) => void;
  program: InstalledProgram | null;
  damaged: boolean;
  /** The download size of any offer; null if it cannot be measured. */
  downloadBytes: number | null;
  /** The unfinished installation of an earlier loader process. */
  unfinished: UnfinishedInstall | null;
  uninstallProblem: ProgramProblem | null;
  /** Files that the next removal leaves, or null. */
  remaining: RemainingFiles | null;
  /** The problem of the check before a launch, if it fails. */
  launchProblem: ProgramProblem | null;
  folderPath: string;
  readonly discarded: () => number;
}

export function installedOf(offer: Pick<OfferedRelease, 'sequence' | 'version'>): InstalledProgram {
  return {
    version: offer.version,
    sequence: offer.sequence,
    manifestSha256: 'a'.repeat(64),
    sizeBytes: 214_000_000,
  };
}

export function createFakeProgramStore(program: InstalledProgram | null = null): FakeProgramStore {
  const runs: InstallCall[] = [];
  const moves: MoveRun[] = [];
  let discarded = 0;
  const begin =
    (kind: InstallCall['kind']) =>
    (offer: OfferedRelease, run: InstallRun): Promise<InstallResult> =>
      new Promise((end) => {
        runs.push({ kind, offer, run, end });
        run.signal.addEventListener('abort', () =>
          end({ ok: false, problem: { kind: 'stopped' } }),
        );
      });
  const newest = (): InstallCall => {
    const run = runs.at(-1);
    if (run === undefined) throw new Error('no run has begun');
    return run;
  };
  const store: FakeProgramStore = {
    runs,
    moves,
    program,
    damaged: false,
    downloadBytes: null,
    unfinished: null,
    uninstallProblem: null,
    remaining: null,
    launchProblem: null,
    folderPath: '/home/anna/.local/share/northwind/program',
    discarded: () => discarded,
    completeRun() {
      const { offer, end } = newest();
      store.program = installedOf(offer);
      store.damaged = false;
      end({ ok: true, program: store.program, fetchedBytes: 1000 });
    },
    failRun: (problem) => newest().end({ ok: false, problem }),
    installed: () => Promise.resolve(store.program),
    unfinishedRun: () => Promise.resolve(store.unfinished),
    downloadSize: () => Promise.resolve(store.downloadBytes),
    install: begin('install'),
    repair: begin('repair'),
    ready: () => Promise.resolve(readyOf(store)),
    discard() {
      discarded += 1;
      return Promise.resolve(store.unfinished?.doneBytes ?? 0);
    },
    uninstall() {
      if (store.uninstallProblem !== null)
        return Promise.resolve({ ok: false, problem: store.uninstallProblem });
      const freedBytes = store.program?.sizeBytes ?? 0;
      store.program = null;
      const { remaining } = store;
      return Promise.resolve({ ok: true, freedBytes, ...(remaining !== null && { remaining }) });
    },
    folder: () => store.folderPath,
    moveTo: (to, run) =>
      new Promise((end) => {
        moves.push({ to, run, end });
        run.signal.addEventListener('abort', () =>
          end({ ok: false, problem: { kind: 'stopped' } }),
        );
      }),
  };
  return store;
}

function readyOf({ program, damaged, launchProblem, folderPath }: FakeProgramStore): ReadyResult {
  if (launchProblem !== null) return { ok: false, reason: 'blocked', problem: launchProblem };
  if (program === null) return { ok: false, reason: 'none' };
  if (damaged) return { ok: false, reason: 'damaged' };
  return {
    ok: true,
    program,
    file: `${folderPath}/current/app`,
    args: ['--windowed'],
    sha256: 'b'.repeat(64),
    workingFolder: '/home/anna/.local/share/northwind/data',
  };
}
