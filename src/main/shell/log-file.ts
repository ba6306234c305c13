// Writes the log in production: loader.log in the user's data folder, readable by this user only,
// and one older file, each at most 512 KiB. A failed write never stops the program.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';

export const maxLogBytes = 512 * 1024;

/** Appends to `loader.log`, and renames it to `loader.old.log` before it exceeds 512 KiB. */
export function openLogFile(folder: string): Writable {
  const file = path.join(folder, 'loader.log');
  return new Writable({
    decodeStrings: true,
    write: (piece: Buffer, _encoding, done) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const size = sizeOf(file);
        if (size > 0 && size + piece.length > maxLogBytes)
          renameSync(file, path.join(folder, 'loader.old.log'));
        appendFileSync(file, piece, { mode: 0o600 });
      } catch {
        // A full disk or an unwritable folder cannot be reported anywhere else.
      }
      done();
    },
  });
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
