// Where the log goes in production: loader.log in the user's data folder, readable by this user only, with one older file
// kept and both bounded. A log that cannot be written must never stop the program.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const maxBytes = 512 * 1024;

export interface LogFile {
  readonly write: (text: string) => boolean;
}

/** Appends to `loader.log` in `folder`; when that grew over 512 KiB it becomes `loader.old.log` first. */
export function openLogFile(folder: string): LogFile {
  const file = join(folder, 'loader.log');
  return {
    write: (text) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (sizeOf(file) + Buffer.byteLength(text) > maxBytes)
          renameSync(file, join(folder, 'loader.old.log'));
        appendFileSync(file, text, { mode: 0o600 });
        return true;
      } catch {
        return false;
      }
    },
  };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
