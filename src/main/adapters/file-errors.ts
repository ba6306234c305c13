// Reads the error codes of the file system.

/** Returns the error's code; '' if the error has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Returns whether the file may be readable soon: it is held, or the system is short of something. */
export function isPassing(error: unknown): boolean {
  return ['EBUSY', 'EMFILE', 'ENFILE', 'EIO', 'EAGAIN'].includes(codeOf(error));
}

export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}
