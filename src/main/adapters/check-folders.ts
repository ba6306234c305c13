// Reads what the connection check says about the folders of the loader and its program.
import { randomBytes } from 'node:crypto';
import { access, constants, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FolderFacts } from '../core/connection-check/ports.ts';

export interface CheckedFolders {
  readonly dataFolder: string;
  /** Null if the program is part of the package. */
  readonly programFolder: string | null;
}

export async function readFolders(folders: CheckedFolders): Promise<FolderFacts> {
  const { dataFolder, programFolder } = folders;
  const program = programFolder === null ? null : await nearestExisting(programFolder);
  const places = program === null ? [dataFolder] : [dataFolder, program];
  const free = await Promise.all(places.map(freeBytesOf));
  const known = free.filter((bytes) => bytes !== null);
  return {
    isDataFolderWritable: await takesFile(dataFolder),
    freeBytes: known.length === 0 ? null : Math.min(...known),
    isProgramFolderWritable: program === null ? null : await isWritable(program),
  };
}

/** The program's folder is created by its installation. */
async function nearestExisting(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  return parent === folder || (await exists(folder)) ? folder : nearestExisting(parent);
}

async function exists(folder: string): Promise<boolean> {
  return succeeds(access(folder));
}

async function isWritable(folder: string): Promise<boolean> {
  return succeeds(access(folder, constants.W_OK));
}

/** Writes a block, because a full disk accepts an empty file. */
async function takesFile(folder: string): Promise<boolean> {
  const trial = path.join(folder, `.trial-${randomBytes(8).toString('hex')}`);
  const isTaken = await succeeds(writeFile(trial, Buffer.alloc(4096), { flag: 'wx', mode: 0o600 }));
  await succeeds(rm(trial, { force: true }));
  return isTaken;
}

async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
