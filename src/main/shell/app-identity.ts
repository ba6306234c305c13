// Tells Windows which program this is, by the id that the installer gave its entry in the Start menu (`appId` in
// electron-builder.yml, which the package carries along): without it Windows shows no notices of an installed program
// (Electron's documentation, "Notifications", Windows).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';
import { z } from 'zod';

const metadata = z.object({ appId: z.string().min(1) });

/** Elsewhere, and where the package names none, nothing is said. */
export function tellIdentity(
  app: Pick<App, 'getAppPath' | 'setAppUserModelId'>,
  platform: NodeJS.Platform,
): void {
  if (platform !== 'win32') return;
  try {
    const text = readFileSync(path.join(app.getAppPath(), 'package.json'), 'utf8');
    app.setAppUserModelId(metadata.parse(JSON.parse(text)).appId);
  } catch {
    // Notices in the window are there all the same.
  }
}
