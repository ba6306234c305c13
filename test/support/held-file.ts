// Holds a file on Windows as a virus scanner does: no other program can open or replace it.
import { constants, openSync } from 'node:fs';

/** UV_FS_O_EXLOCK of libuv: opens without sharing. Node does not export it. */
const exclusive = 0x1000_0000;

/** Returns the descriptor, which the caller closes. */
export function hold(file: string): number {
  return openSync(file, constants.O_RDWR | exclusive);
}
