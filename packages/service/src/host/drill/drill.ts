// Proves a backup: restores it to a temporary place, compares it, and runs a service on it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSigner } from '../../secrets/signing.ts';
import { StartProblem } from '../../start-problem.ts';
import type { DataLocation } from '../administering.ts';
import { installationFileName } from '../identity.ts';
import type { Finding } from '../inspection.ts';
import { keyLocationsOf, signingKeyFile, type KeyLocations } from '../keys.ts';
import { compareTables, findMissingContents } from './checks.ts';
import { findBackup, type FoundBackup } from './find-backup.ts';
import { recordDrill } from './last-drill.ts';
import { lostSince, type LostData } from './lost-data.ts';
import { makeTemporaryFolder, restoreInto, type Elsewhere } from './restored-data.ts';
import { mostApplications, startForDrill, useApplications } from './try-service.ts';

export interface DrillOptions {
  /** A backup, or a folder of backups. Default: the last backup of the data. */
  readonly from: string | undefined;
  /** Folder for the restored data. Default: the system's temporary folder. */
  readonly temporary: string | undefined;
  readonly drillDatabaseUrl: string | undefined;
  readonly stop: AbortSignal;
}

export interface DrillReport {
  readonly backup: string | null;
  /** ISO 8601. */
  readonly takenAt: string | null;
  /** From the start of the restore until the service was used. */
  readonly minutes: number;
  /** Null if the backup cannot be restored, or the current data cannot be read. */
  readonly lost: LostData | null;
  readonly findings: readonly Finding[];
}

export async function drill(location: DataLocation, options: DrillOptions): Promise<DrillReport> {
  const findings: Finding[] = [];
  const { dataFolder, environment } = location;
  const current = keyLocationsOf(dataFolder, environment);
  const startedAt = performance.now();
  const backup = await attempt(findings, 'The backup', () =>
    Promise.resolve(findBackup(dataFolder, options.from)),
  );
  const lost = backup === null ? null : await tryBackup(findings, backup, current, options);
  const minutes = Math.ceil((performance.now() - startedAt) / 6000) / 10;
  const isGood = findings.every(({ isOk }) => isOk);
  recordDrill(dataFolder, { at: new Date(), isGood });
  return {
    backup: backup?.folder ?? null,
    takenAt: backup?.takenAt.toISOString() ?? null,
    minutes,
    lost,
    findings,
  };
}

/** Returns what a restore would lose. */
async function tryBackup(
  findings: Finding[],
  backup: FoundBackup,
  current: KeyLocations,
  options: DrillOptions,
): Promise<LostData | null> {
  const folder = await attempt(findings, 'The temporary folder', () =>
    Promise.resolve(makeTemporaryFolder(options.temporary)),
  );
  if (folder === null) return null;
  const dataFolder = join(folder.path, 'data');
  const { signingKeyFile, secretFile } = current;
  const elsewhere: Elsewhere = { signingKeyFile, secretFile, ...options };
  try {
    const restored = await attempt(findings, 'The restore', () =>
      inPlaceOf(backup.folder, dataFolder, () => restoreInto(dataFolder, backup, elsewhere)),
    );
    if (restored === null) return null;
    findings.push(passed('The backup was restored; its database, files and keys are intact'));
    try {
      const lost = await lostSince(current, restored.locations, backup.takenAt);
      await checkRestored(findings, backup, current, restored.locations);
      return lost;
    } finally {
      await restored.remove();
    }
  } finally {
    folder.remove();
  }
}

async function checkRestored(
  findings: Finding[],
  backup: FoundBackup,
  current: KeyLocations,
  restored: KeyLocations,
): Promise<void> {
  const { dataFolder } = restored;
  const compared = await attempt(findings, 'The record of the backup', () =>
    Promise.resolve(compareTables(backup, dataFolder)),
  );
  findings.push(...(compared === null ? [] : [compared]), originFinding(current, dataFolder));
  const service = await attempt(findings, 'The start of a service', () =>
    inPlaceOf(backup.folder, dataFolder, () => startForDrill(restored)),
  );
  if (service === null) return;
  try {
    findings.push(await findMissingContents(service.database, dataFolder));
    const used = await attempt(findings, 'The use of the service', () =>
      useApplications(service, trustedKey(current)),
    );
    if (used !== null) findings.push(useFinding(used));
  } finally {
    await service.close();
  }
}

function useFinding(applications: number): Finding {
  if (applications === 0)
    return failed('The use of the service', 'The backup contains no application.');
  const where =
    applications < mostApplications
      ? 'every application'
      : `the ${applications} oldest applications`;
  return passed(`A new user redeemed a new license key and signed in, in ${where}`);
}

/** Returns the public key that loaders trust, or null if this machine does not have it. */
function trustedKey(current: KeyLocations): string | null {
  const file = signingKeyFile(current);
  return existsSync(file) ? openSigner(file).publicKey : null;
}

function originFinding(current: KeyLocations, dataFolder: string): Finding {
  const what = 'The origin of the backup';
  const [ours, theirs] = [current.dataFolder, dataFolder].map((folder) => {
    const file = join(folder, installationFileName);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  });
  if (theirs === null) return failed(what, `The backup has no file "${installationFileName}".`);
  if (ours === null) return { ...passed(what), advice: 'Not compared: there is no current data.' };
  if (ours !== theirs) return failed(what, 'This is the backup of another installation.');
  return passed('The backup is one of this data');
}

/** Runs a step. If it throws StartProblem, adds its sentence and returns null. */
async function attempt<Value>(
  findings: Finding[],
  what: string,
  step: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    findings.push(failed(what, error.message));
    return null;
  }
}

/** Names the backup in sentences about the restored data, which is deleted by then. */
async function inPlaceOf<Value>(
  backup: string,
  dataFolder: string,
  step: () => Promise<Value>,
): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    const sentence = error.message
      .replaceAll(dataFolder, () => backup)
      .replaceAll(/\/restoring-[0-9T-]+/g, '');
    throw new StartProblem(sentence, { cause: error });
  }
}

function passed(what: string): Finding {
  return { isOk: true, what, advice: '' };
}

function failed(what: string, advice: string): Finding {
  return { isOk: false, what, advice };
}
