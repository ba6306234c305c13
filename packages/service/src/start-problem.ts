// An error that prevents the start, with one sentence for the person who started the service.

export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** The `code` of a system or library error; empty for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
