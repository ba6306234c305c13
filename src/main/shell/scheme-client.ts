// Makes this program the one that opens links of its scheme on Windows, where nothing else does so. On macOS the program's own
// Info.plist says it, on Linux a file of the desktop's.
import type { App } from 'electron';

/** SECURITY: Chromium takes nothing after `--` for a switch; a link may try to bring some (CVE-2018-1000006). */
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
