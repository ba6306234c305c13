// Tells when a process started, so that a lock does not outlive its process if the id is reused.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { codeOf, isMissing } from './file-errors.ts';

export interface ProcessSources {
  /** Like `process.platform`. */
  readonly system: string;
  /** Fails like node:fs. */
  readonly readText: (file: string) => string;
  /** Returns the output of `ps`; throws if it fails. */
  readonly ps: (args: readonly string[]) => string;
  readonly exists: (processId: number) => boolean;
}

/** The start of a process that exists but does not tell it, such as another user's. */
export const unknownStart = 'unknown';

/** Returns a text without spaces that differs for each process with this id; null if it has ended. */
export function readStart(sources: ProcessSources, processId: number): string | null {
  if (!sources.exists(processId)) return null;
  try {
    return sources.system === 'linux'
      ? linuxStart(sources, processId)
      : sources.system === 'darwin'
        ? macStart(sources, processId)
        : unknownStart;
  } catch (error) {
    return isMissing(error) && !sources.exists(processId) ? null : unknownStart;
  }
}

/** The boot and the clock ticks after it. A process that only waits for its parent has ended. */
function linuxStart({ readText }: ProcessSources, processId: number): string | null {
  const stat = readText(`/proc/${processId}/stat`);
  // The name of the program, in parentheses, may contain spaces and parentheses.
  const [state, ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;
  const ticks = numbers[18];
  if (ticks === undefined) return unknownStart;
  return `${readText('/proc/sys/kernel/random/boot_id').trim()}.${ticks}`;
}

function macStart({ ps }: ProcessSources, processId: number): string {
  const text = ps(['-o', 'lstart=', '-p', String(processId)]).trim();
  return text === '' ? unknownStart : text.split(/\s+/).join('-');
}

const thisComputer: ProcessSources = {
  system: process.platform,
  readText: (file) => readFileSync(file, 'utf8'),
  ps: (args) =>
    execFileSync('/bin/ps', [...args], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  exists,
};

export const startOf = createStartReader(thisComputer, process.pid);

/** Reads the start of this process once: on macOS `ps` blocks for some milliseconds. */
export function createStartReader(
  sources: ProcessSources,
  ownId: number,
): (processId: number) => string | null {
  let own: string | null = null;
  return (processId) => {
    if (processId !== ownId) return readStart(sources, processId);
    const start = own ?? readStart(sources, processId);
    // A failed reading is repeated, because others cannot judge a lock with it.
    if (start !== unknownStart) own = start;
    return start;
  };
}

function exists(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // The process belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}
