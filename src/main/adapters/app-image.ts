// Replaces the AppImage that runs, in one step: a kill at any moment leaves the old one or the new
// one, never none. The old one is kept beside it as NAME.previous.
import { copyFile, link, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LoaderInstaller } from '../core/flows/loader-install.ts';
import { copyVerified, hashOf, problemOf, syncPath } from './verified-copy.ts';
import { removeFiles, temporaryFilesOf, temporaryNameOf } from './private-file.ts';

/** `image`: absolute path of the AppImage, whose links are resolved. */
export function createAppImageInstaller(image: string, restart: () => void): LoaderInstaller {
  const folder = path.dirname(image);
  const previous = `${image}.previous`;
  const cleaned = removeLeftovers(image);
  return {
    async prepare(from) {
      const copy = temporaryNameOf(image);
      try {
        await cleaned;
        await removeLeftovers(image);
        await copyVerified(from, copy, (await stat(image)).mode & 0o777);
        const previousSha256 = await keepPrevious(image, previous);
        const place = async () => {
          await rename(copy, image).catch(async (error: unknown) => {
            await removeFiles([copy]);
            throw error;
          });
          await syncPath(folder);
        };
        return { ok: true, previousSha256, isPlacedImmediately: true, place };
      } catch (error) {
        await rm(copy, { force: true }).catch(() => undefined);
        return { ok: false, cause: problemOf(error) };
      }
    },
    async restore(sha256) {
      // SECURITY: a file that was changed since is not started.
      if ((await hashOf(previous)) !== sha256) return false;
      await rename(previous, image);
      await syncPath(folder);
      return true;
    },
    restart,
  };
}

/** Copies that a killed installation has left. */
async function removeLeftovers(image: string): Promise<void> {
  await removeFiles(await temporaryFilesOf(image));
  await removeFiles(await temporaryFilesOf(`${image}.previous`));
}

/** Keeps the current AppImage under the name `previous`. Returns its SHA-256. */
async function keepPrevious(image: string, previous: string): Promise<string> {
  const kept = temporaryNameOf(previous);
  // Not every file system has hard links.
  await link(image, kept).catch(() => copyFile(image, kept));
  try {
    await syncPath(kept);
    const sha256 = await hashOf(kept);
    await rename(kept, previous);
    return sha256;
  } finally {
    // A killed installation leaves two links to one file, and rename() then keeps both.
    await rm(kept, { force: true }).catch(() => undefined);
  }
}
