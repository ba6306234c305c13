// Finds the AppImage that this program runs from.
import { realpathSync } from 'node:fs';
import path from 'node:path';

export interface ImageFacts {
  /** Like `process.platform`. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly execPath: string;
}

/**
 * Returns the absolute path of the AppImage; null if this program is not inside its mounted folder.
 * SECURITY: a program that an AppImage starts inherits its variables, so they can name another one.
 */
export function findOwnAppImage({ platform, env, execPath }: ImageFacts): string | null {
  const { APPIMAGE: image = '', APPDIR: mounted = '' } = env;
  if (platform !== 'linux' || !path.isAbsolute(image) || !path.isAbsolute(mounted)) return null;
  return execPath.startsWith(path.join(realPathOf(mounted), path.sep)) ? image : null;
}

/** `execPath` has no links, but the folder for temporary files can be one. */
function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
