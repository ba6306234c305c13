// Registers this program for links of its scheme on Windows. macOS reads the scheme from
// Info.plist; on Linux adapters/link-handler.ts writes a desktop file.
import type { App } from 'electron';
import type { LinkRegistration, Log } from '../core/ports.ts';

/** SECURITY: Chromium ignores switches after `--`, so a link cannot add any (CVE-2018-1000006). */
const argsBeforeLink = ['--'];

/** Registers on Windows. Returns null without a scheme, and on Linux. */
export function registerScheme(
  app: Pick<App, 'isDefaultProtocolClient' | 'setAsDefaultProtocolClient'>,
  { platform, execPath }: { readonly platform: NodeJS.Platform; readonly execPath: string },
  scheme: string | undefined,
  log: Log,
): LinkRegistration | null {
  if (scheme === undefined || platform === 'linux') return null;
  // macOS ignores the program and the arguments.
  const isOurs = () => app.isDefaultProtocolClient(scheme, execPath, argsBeforeLink);
  const claim = () => {
    if (isOurs()) return true;
    app.setAsDefaultProtocolClient(scheme, execPath, argsBeforeLink);
    // The registry may refuse, or the user may have chosen another program for these links.
    const done = isOurs();
    if (!done) log.warn('link-handler-failed');
    return done;
  };
  if (platform === 'win32') claim();
  return { isOurs, claim };
}
