// Sets the app id on Windows. It must equal the Start menu entry's id (`appId` in
// electron-builder.yml, copied into the package); otherwise Windows shows no notifications
// (Electron's documentation, "Notifications", Windows).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';
import { z } from 'zod';

const metadata = z.object({ appId: z.string().min(1) });

/** Does nothing on other systems, or if the package has no id. */
export function setIdentity(
  app: Pick<App, 'getAppPath' | 'setAppUserModelId'>,
  platform: NodeJS.Platform,
): void {
  if (platform !== 'win32') return;
  const appId = readAppId(app);
  // Notices in the window work without an app id.
  if (appId !== null) app.setAppUserModelId(appId);
}

/** Returns the `id` of the brand; null if the package has none. */
export function readAppId(app: Pick<App, 'getAppPath'>): string | null {
  try {
    const text = readFileSync(path.join(app.getAppPath(), 'package.json'), 'utf8');
    return metadata.parse(JSON.parse(text)).appId;
  } catch {
    return null;
  }
}
