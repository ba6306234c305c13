// Finds out which kind of package runs, and whether the loader can replace it.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf } from './file-errors.ts';
import { findOwnAppImage, type ImageFacts } from './own-app-image.ts';
import { temporaryNameOf } from './private-file.ts';

/**
 * `app-image`: replaced as a file. `installer`: the Windows installer replaces it. `mac`: Electron's
 * autoUpdater replaces it.
 */
export type LoaderPackage =
  | { readonly kind: 'app-image'; /** Absolute path. */ readonly image: string }
  | { readonly kind: 'installer' | 'mac' };

export interface PackageFacts extends ImageFacts {
  /** Tests replace these two. */
  readonly exists?: (file: string) => boolean;
  readonly isWritable?: (folder: string) => boolean;
}

/** Returns null if the system installed the package, or if the user cannot replace it. */
export function findLoaderPackage(facts: PackageFacts): LoaderPackage | null {
  if (facts.platform === 'win32') return hasUninstaller(facts) ? { kind: 'installer' } : null;
  if (facts.platform === 'darwin') return isOwnBundle(facts) ? { kind: 'mac' } : null;
  return findAppImage(facts);
}

/** False on a mounted disk image and where macOS runs a read-only copy (App Translocation). */
function isOwnBundle({ execPath, isWritable = canWrite }: PackageFacts): boolean {
  const [, bundle] = /^(\/.+\.app)\/Contents\/MacOS\/[^/]+$/.exec(execPath) ?? [];
  if (bundle === undefined || bundle.includes('/AppTranslocation/')) return false;
  return !bundle.startsWith('/Volumes/') && isWritable(path.posix.dirname(bundle));
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The Windows installer writes this file beside the program; an archive does not contain it. */
function hasUninstaller({ env, execPath, exists = existsSync }: PackageFacts): boolean {
  const { dir, base } = path.win32.parse(execPath);
  const isPortable = env['PORTABLE_EXECUTABLE_FILE'] !== undefined;
  return !isPortable && exists(path.win32.join(dir, `Uninstall ${base}`));
}

function findAppImage(facts: PackageFacts): LoaderPackage | null {
  const own = findOwnAppImage(facts);
  if (own === null) return null;
  try {
    const image = realpathSync.native(own);
    const isReplaceable = isAppImage(image) && canRename(image) && !isMounted(image);
    return isReplaceable ? { kind: 'app-image', image } : null;
  } catch {
    return null;
  }
}

/**
 * Tries to rename an empty folder to the image. No system does that, and Linux says why not only if
 * the user may replace the image: not in another user's sticky folder, and no immutable file.
 */
function canRename(image: string): boolean {
  const folder = temporaryNameOf(image);
  mkdirSync(folder);
  try {
    renameSync(folder, image);
    // Somebody has removed the image meanwhile.
    renameSync(image, folder);
    return false;
  } catch (error) {
    return codeOf(error) === 'ENOTDIR';
  } finally {
    rmdirSync(folder);
  }
}

/** A link to a mounted file would be on another mount. Not every file system has links. */
function isMounted(image: string): boolean {
  const name = temporaryNameOf(image);
  try {
    linkSync(image, name);
    unlinkSync(name);
    return false;
  } catch (error) {
    return codeOf(error) === 'EXDEV';
  }
}

/** Bytes 8 to 10 of an AppImage of type 2 are `AI` and 2. */
function isAppImage(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(3);
    return readSync(handle, bytes, 0, 3, 8) === 3 && bytes.equals(Buffer.from([0x41, 0x49, 2]));
  } finally {
    closeSync(handle);
  }
}
