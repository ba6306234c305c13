// Installs a verified release of the loader: at "Restart now", or at the next start before the
// window opens. Each step is saved before it happens, so that a kill leaves a state to resume from.
import { type ProgramStore } from '../delivery/ports.ts';
import { type LocalState, type Log } from '../ports.ts';
import { type PendingLoaderUpdate } from '../saved-state.ts';
import { isHigherVersion, maxAttempts, planStart } from './loader-start.ts';

/** A file whose content has been verified. */
export interface VerifiedPackage {
  /** Absolute path. */
  readonly file: string;
  /** 64 hex characters. SECURITY: the file is read again, and installed only with this hash. */
  readonly sha256: string;
}

/** Replaces this loader's package. One implementation for each kind of package. */
export interface LoaderInstaller {
  /** Copies the package and verifies the copy. Keeps the current package if it can be restored. */
  readonly prepare: (from: VerifiedPackage) => Promise<PreparedPackage>;
  /** Restores the kept package. Returns false if there is none with this hash. */
  readonly restore: (sha256: string) => Promise<boolean>;
  /** Ends this program and starts the package in place. */
  readonly restart: () => void;
}

export type PreparedPackage =
  | {
      readonly ok: true;
      /** SHA-256 of the kept package; null if none is kept. */
      readonly previousSha256: string | null;
      /** Puts the copy in place, or starts its installer, which waits for the end of this program. */
      readonly place: () => Promise<void>;
      /** Whether the new package is in place after `place`; an installer needs longer. */
      readonly isPlacedImmediately: boolean;
    }
  | { readonly ok: false; readonly cause: 'not-genuine' | 'not-writable' | 'no-space' };

export interface LoaderInstallParts {
  readonly store: Pick<ProgramStore, 'ready'>;
  readonly installer: LoaderInstaller;
  readonly state: LocalState;
  /** The version of this package: three numbers. */
  readonly version: string;
  readonly log: Log;
}

/** Returns true if the program ends now, and starts again as the new version. */
export async function installLoader(
  parts: LoaderInstallParts,
  pending: PendingLoaderUpdate,
): Promise<boolean> {
  const { installer, log } = parts;
  const attempt = { ...pending, attempts: pending.attempts + 1, starts: 0 };
  const cause = await tryInstall(parts, attempt).catch((error: unknown) => {
    log.error('installing an update failed', {}, error);
    return 'failed';
  });
  if (cause === null) {
    log.info('loader-update-installed', { version: pending.version });
    installer.restart();
    return true;
  }
  log.warn('loader-update-not-installed', { version: pending.version, cause });
  await save(parts, { ...attempt, stage: attempt.attempts < maxAttempts ? 'ready' : 'failed' });
  return false;
}

/** Returns the cause of a failure, or null. */
async function tryInstall(
  parts: LoaderInstallParts,
  attempt: PendingLoaderUpdate,
): Promise<string | null> {
  // An attempt that is not saved would be repeated at every start, without a window.
  if (!(await save(parts, { ...attempt, stage: 'installing' }))) return 'not-saved';
  const ready = await parts.store.ready();
  if (!ready.ok) return ready.reason;
  const { version, sequence } = ready.program;
  // SECURITY: the state file is not signed, so it must not select another or an older release.
  if (version !== attempt.version || sequence !== attempt.sequence) return 'other-release';
  if (!isHigherVersion(version, parts.version)) return 'older';
  const prepared = await parts.installer.prepare(ready);
  if (!prepared.ok) return prepared.cause;
  const { previousSha256, place, isPlacedImmediately } = prepared;
  if (!(await save(parts, { ...attempt, stage: 'installing', previousSha256 }))) return 'not-saved';
  await place();
  if (isPlacedImmediately) await save(parts, { ...attempt, stage: 'placed', previousSha256 });
  return null;
}

/** Returns false if the state could not be saved. */
function save(
  { state }: Pick<LoaderInstallParts, 'state'>,
  loaderUpdate: PendingLoaderUpdate | null,
): Promise<boolean> {
  state.change({ loaderUpdate });
  return state.settled();
}

/**
 * Counts the start of a new version, or restores the previous one. Called before anything that can
 * fail in a new version. Returns true if the program ends now, and starts again as the previous one.
 */
export async function settleNewVersion(parts: Omit<LoaderInstallParts, 'store'>): Promise<boolean> {
  const { loaderUpdate } = parts.state.get();
  if (loaderUpdate === null) return false;
  const { act, pending } = planStart(loaderUpdate, parts.version);
  if (act === 'install') return false;
  await save(parts, pending);
  return act === 'undo' && pending !== null && (await undo(parts, pending));
}

/**
 * Installs a release that waits for a start. Called before the window opens. Returns true if the
 * program ends now, and starts again as the new version.
 */
export async function installPending(parts: LoaderInstallParts): Promise<boolean> {
  const { loaderUpdate } = parts.state.get();
  if (loaderUpdate === null) return false;
  const { act, pending } = planStart(loaderUpdate, parts.version);
  return act === 'install' && pending !== null && (await installLoader(parts, pending));
}

async function undo(
  parts: Omit<LoaderInstallParts, 'store'>,
  pending: PendingLoaderUpdate,
): Promise<boolean> {
  const { installer, log } = parts;
  const { previousSha256, version } = pending;
  const isRestored =
    previousSha256 !== null && (await installer.restore(previousSha256).catch(() => false));
  log.warn('loader-update-undone', { version, isRestored });
  await save(parts, { ...pending, stage: 'failed' });
  if (isRestored) installer.restart();
  return isRestored;
}

/** Called when the first screen is shown: the running version works. */
export function confirmLoader(
  state: Pick<LocalState, 'get' | 'change'>,
  /** The version of this package. */
  version: string,
): void {
  const { loaderUpdate } = state.get();
  if (loaderUpdate?.stage !== 'placed') return;
  const { sequence } = loaderUpdate;
  state.change({ loaderUpdate: null, loaderRelease: { sequence, version } });
}
