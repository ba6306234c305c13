// Which program has a file open, where the system says so without a helper: on Linux /proc does, for programs of the same user. Windows
// says it to native code alone, and what its tools know goes by a file's name, so that they could name a program that is innocent.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A program's name, or null: nobody could tell. */
export type FindHolder = (place: string) => string | null;

/** `system`: as `process.platform`; `ownId`: the process that asks, which is no answer. */
export function createFindHolder(system: string, ownId: number): FindHolder {
  return (place) => {
    if (system !== 'linux') return null;
    const others = namesIn('/proc').filter((name) => /^[0-9]+$/.test(name) && +name !== ownId);
    for (const id of others) if (holds(id, place)) return nameOf(id);
    return null;
  };
}

function holds(id: string, place: string): boolean {
  const open = namesIn(`/proc/${id}/fd`).map((name) => `/proc/${id}/fd/${name}`);
  return [`/proc/${id}/exe`, ...open].some((link) => {
    const to = leadsTo(link);
    return to === place || to?.startsWith(`${place}/`) === true;
  });
}

/** SECURITY: a program chooses its name itself; one that hides something is not shown. */
function nameOf(id: string): string | null {
  const name = basename(leadsTo(`/proc/${id}/exe`) ?? textIn(`/proc/${id}/comm`));
  return /^[\p{L}\p{N}\p{P}\p{S} ]{1,100}$/u.test(name) ? name : null;
}

// Processes end while they are looked at, and those of others are closed.
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function leadsTo(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
