// Defines the error that prevents the start. Its message is one sentence for the person who starts
// the service.

export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** Returns the `code` of a system or library error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
