// Errors for users, which the command line prints as one sentence without a stack.
import type { FailureCode } from '@latchkey/protocol/seller-failures.ts';

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

export interface Failure {
  readonly code: FailureCode;
  /** The parameter that the failure is about, or null. */
  readonly parameter: string | null;
}

/** The service answered and refused the request. */
export class ServiceRefusal extends CliProblem {
  /** Null for a refusal without a known code. */
  readonly failure: Failure | null;
  constructor(sentence: string, failure: Failure | null = null) {
    super(sentence);
    this.failure = failure;
  }
}

/** Returns the code of a refusal for JSON, or no field. */
export function codeOf(problem: CliProblem): { readonly code?: FailureCode } {
  return problem instanceof ServiceRefusal && problem.failure !== null
    ? { code: problem.failure.code }
    : {};
}

export function wrongUsage(sentence: string): CliProblem {
  return new CliProblem(sentence, 2);
}

/** Returns the `code` of a system error, or an empty text for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** A failure that no command expects, in one sentence. The stack would say nothing to a seller. */
export function unexpectedProblem(error: unknown): CliProblem {
  if (lacksService(error)) return new CliProblem(serviceMissing);
  const [text = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return new CliProblem(`The command failed unexpectedly: ${text.replace(/\.$/, '')}.`);
}

const serviceMissing =
  'This command works on data of this computer, and needs the package @latchkey/service. Install it beside @latchkey/cli, in the same version, then run the command again.';

/** Remote commands do without the service, which is an optional peer dependency. */
function lacksService(error: unknown): boolean {
  return (
    errorCode(error) === 'ERR_MODULE_NOT_FOUND' &&
    error instanceof Error &&
    error.message.includes("'@latchkey/service'")
  );
}
