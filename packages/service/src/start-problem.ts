// A reason why the service cannot start, as one sentence for the person who started it.

export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** The `code` of a system or library error; empty for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
