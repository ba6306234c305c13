// Moves files that earlier versions stored in one folder for all applications to a folder for each
// application. Stored files move to the applications whose rows refer to them, uploads only if
// their owner is certain.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/schema.ts';
import { linkDurably } from '../durable-files.ts';
import { errorCode } from '../start-problem.ts';
import {
  contentFolderOf,
  isPlainName,
  maxUploadNameLength,
  sha256Form,
  uploadFolderOf,
} from './stored-files.ts';

/** Returns warnings for the person who starts the service. */
export async function moveOldFolders(db: Database, dataFolder: string): Promise<readonly string[]> {
  await moveOldContents(db, dataFolder);
  return moveOldUploads(db, dataFolder);
}

/** Can be interrupted and repeated. Files without a row are not moved. */
export async function moveOldContents(db: Database, dataFolder: string): Promise<void> {
  const files = join(dataFolder, 'files');
  for (const sha256 of (await plainFilesIn(files)).filter((name) => sha256Form.test(name))) {
    const owners = await db
      .selectFrom('files')
      .select('applicationId')
      .distinct()
      .where('sha256', '=', sha256)
      .execute();
    for (const { applicationId } of owners) {
      const folder = contentFolderOf(dataFolder, applicationId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await linkDurably(join(files, sha256), join(folder, sha256)).catch(ignoreMissing);
    }
    if (owners.length > 0) await rm(join(files, sha256), { force: true });
  }
}

/** Returns warnings about uploads that could not be moved. No application finds these. */
export async function moveOldUploads(db: Database, dataFolder: string): Promise<readonly string[]> {
  const upload = join(dataFolder, 'upload');
  const unassigned: string[] = [];
  const failures: string[] = [];
  for (const name of (await plainFilesIn(upload)).filter(isPlainName)) {
    const [owner, ...others] = await ownersOf(db, name);
    if (owner === undefined || others.length > 0) {
      unassigned.push(name);
      continue;
    }
    const folder = uploadFolderOf(dataFolder, owner);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (existsSync(join(folder, name))) unassigned.push(name);
      else await rename(join(upload, name), join(folder, name));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') failures.push(`${name} (${errorCode(error)})`);
    }
  }
  const destination = 'upload/ID, with the ID that "latchkey app list" shows';
  return [
    ...(unassigned.length > 0
      ? [
          `It is unknown whose these files in the folder upload are, so no application finds them: ${formatNames(unassigned)}. Move each to ${destination}.`,
        ]
      : []),
    ...(failures.length > 0
      ? [
          `These files in the folder upload could not be moved, so no application finds them: ${formatNames(failures)}. Move each to ${destination}.`,
        ]
      : []),
  ];
}

/** Returns the only application, or the applications that have used this upload before. */
async function ownersOf(db: Database, name: string): Promise<readonly string[]> {
  const all = await db.selectFrom('applications').select('id').limit(2).execute();
  if (all.length === 1) return all.map(({ id }) => id);
  const formerUsers = await db
    .selectFrom('files')
    .select('applicationId')
    .distinct()
    .where('url', 'is', null)
    .where('name', '=', name.slice(0, maxUploadNameLength))
    .execute();
  return formerUsers.map(({ applicationId }) => applicationId);
}

/** Ignores a missing file: another starting process has moved it. */
function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}

const maxListed = 10;

function formatNames(names: readonly string[]): string {
  const more = names.length - maxListed;
  return [...names.slice(0, maxListed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

async function plainFilesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    throw error;
  }
}
