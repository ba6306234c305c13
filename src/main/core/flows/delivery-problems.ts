// What the program's folder met, as a failure. Pure.
import { type FailureFacts } from '../../../shared/failure.ts';
import { type ProgramProblem } from '../delivery/ports.ts';
import { serverDownPauseMs } from '@latchkey/client/classify.ts';
import { factsOfFault } from '@latchkey/client/unsigned-answer.ts';

/** `nowMs`: unix milliseconds of this computer. */
export function factsOfProblem(problem: ProgramProblem, nowMs: number): FailureFacts {
  switch (problem.kind) {
    case 'stopped':
      return { code: 'cancelled' };
    case 'unreachable':
      return problem.fault === 'server-down'
        ? { code: 'server-down', retryAt: nowMs + serverDownPauseMs }
        : factsOfFault(problem.fault);
    case 'not-offered':
      return { code: 'program-withdrawn' };
    case 'not-genuine':
      return { code: 'program-not-genuine' };
    case 'older':
      return { code: 'program-older' };
    case 'no-space': {
      const { neededBytes, freeBytes } = problem;
      return { code: 'disk-full', neededBytes, freeBytes };
    }
    case 'read-only':
      return { code: 'folder-read-only', folder: problem.folder };
    case 'in-use':
      return { code: 'file-in-use', file: problem.file, program: problem.program };
    case 'removed':
      return { code: 'file-removed', file: problem.file };
    case 'folder-gone':
      return { code: 'folder-gone', folder: problem.folder };
    case 'not-empty':
      return { code: 'folder-not-empty', folder: problem.folder };
    case 'other-loader':
      return { code: 'other-loader' };
  }
}
