// Errors for users, which the command line prints as one sentence without a stack.

/** 1 for a refusal or failure, 2 for incorrect usage. */
export type ProblemCode = 1 | 2;

export class CliProblem extends Error {
  override readonly name = 'CliProblem';
  readonly exitCode: ProblemCode;
  constructor(sentence: string, exitCode: ProblemCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** The service answered and refused the request. */
export class ServiceRefusal extends CliProblem {}

export function wrongUsage(sentence: string): CliProblem {
  return new CliProblem(sentence, 2);
}

/** Returns the `code` of a system error, or an empty text for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
