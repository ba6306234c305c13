// Finds the program that has a file open. Reads /proc, so it works only on Linux and for programs
// of the same user. Windows tools match by file name, so they could name a wrong program.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Returns a program's name; null if unknown. */
export type FindHolder = (path: string) => string | null;

/** `system`: like `process.platform`; `ownId`: our own process, which is skipped. */
export function createFindHolder(system: string, ownId: number): FindHolder {
  return (path) => {
    if (system !== 'linux') return null;
    const others = listNames('/proc').filter((name) => /^[0-9]+$/.test(name) && +name !== ownId);
    for (const id of others) if (hasOpen(id, path)) return nameOf(id);
    return null;
  };
}

function hasOpen(id: string, path: string): boolean {
  const open = listNames(`/proc/${id}/fd`).map((name) => `/proc/${id}/fd/${name}`);
  return [`/proc/${id}/exe`, ...open].some((link) => {
    const to = linkTarget(link);
    return to === path || to?.startsWith(`${path}/`) === true;
  });
}

/** SECURITY: a program chooses its own name; a name with hidden characters is not shown. */
function nameOf(id: string): string | null {
  const name = basename(linkTarget(`/proc/${id}/exe`) ?? readText(`/proc/${id}/comm`));
  return /^[\p{L}\p{N}\p{P}\p{S} ]{1,100}$/u.test(name) ? name : null;
}

// Errors are ignored below: a process may end meanwhile, or belong to another user.
function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkTarget(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
