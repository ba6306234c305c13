// What ends a command for a reason that its user can understand: shown as one sentence, without a stack.

/** 1: it was refused or failed. 2: it was used incorrectly. */
export type ProblemCode = 1 | 2;

export class CliProblem extends Error {
  override readonly name = 'CliProblem';
  readonly exitCode: ProblemCode;
  constructor(sentence: string, exitCode: ProblemCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** The service answered, and the answer is no. */
export class ServiceRefusal extends CliProblem {}

export function wrongUsage(sentence: string): CliProblem {
  return new CliProblem(sentence, 2);
}

/** The `code` of a system error; empty for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
