// Registers this program for links of its scheme on Windows. macOS reads the scheme from
// Info.plist; on Linux adapters/link-handler.ts writes a desktop file.
import type { App } from 'electron';

/** SECURITY: Chromium ignores switches after `--`, so a link cannot add any (CVE-2018-1000006). */
const argsBeforeLink = ['--'];

export function claimScheme(
  app: Pick<App, 'isDefaultProtocolClient' | 'setAsDefaultProtocolClient'>,
  { platform, execPath }: { readonly platform: NodeJS.Platform; readonly execPath: string },
  scheme: string | undefined,
): void {
  if (scheme === undefined || platform !== 'win32') return;
  if (!app.isDefaultProtocolClient(scheme, execPath, argsBeforeLink))
    app.setAsDefaultProtocolClient(scheme, execPath, argsBeforeLink);
}
