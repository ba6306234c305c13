// Registers this program for links of its scheme on Windows; macOS uses Info.plist, Linux a file.
import type { App } from 'electron';

/** SECURITY: Chromium reads no switches after `--`; a link may contain some (CVE-2018-1000006). */
const before = ['--'];

export function claimScheme(
  app: Pick<App, 'isDefaultProtocolClient' | 'setAsDefaultProtocolClient'>,
  { platform, execPath }: { readonly platform: NodeJS.Platform; readonly execPath: string },
  scheme: string | undefined,
): void {
  if (scheme === undefined || platform !== 'win32') return;
  if (!app.isDefaultProtocolClient(scheme, execPath, before))
    app.setAsDefaultProtocolClient(scheme, execPath, before);
}
