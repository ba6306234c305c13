// Opens the preview's address in the system's browser, where there is somebody to look at it.
import { spawn } from 'node:child_process';

/**
 * Does nothing unless this is a terminal with a display. The address is printed as well, so failing is silent.
 * SECURITY: the address holds the preview's token and is an argument of the opener for a moment; development only.
 * @param {string} url
 */
export function openBrowser(url) {
  if (!process.stdout.isTTY) return;
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return;
  /** @type {[string, string[]]} */
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  const opener = spawn(command, args, { stdio: 'ignore', detached: true });
  opener.once('error', () => {});
  opener.unref();
}
