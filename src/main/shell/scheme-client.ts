// Registers this program for links of its scheme on Windows. macOS reads the scheme from
// Info.plist; on Linux adapters/link-handler.ts writes a desktop file.
import type { App } from 'electron';
import type { Log } from '../core/ports.ts';

/** SECURITY: Chromium ignores switches after `--`, so a link cannot add any (CVE-2018-1000006). */
const argsBeforeLink = ['--'];

export function claimScheme(
  app: Pick<App, 'isDefaultProtocolClient' | 'setAsDefaultProtocolClient'>,
  { platform, execPath }: { readonly platform: NodeJS.Platform; readonly execPath: string },
  scheme: string | undefined,
  log: Log,
): void {
  if (scheme === undefined || platform !== 'win32') return;
  const isRegistered = () => app.isDefaultProtocolClient(scheme, execPath, argsBeforeLink);
  if (isRegistered()) return;
  app.setAsDefaultProtocolClient(scheme, execPath, argsBeforeLink);
  // The registry may refuse, or the user may have chosen another program for these links.
  if (!isRegistered()) log.warn('link-handler-failed');
}
