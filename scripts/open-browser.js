// Opens the preview in the default browser, if there is a terminal and a display.
import { spawn } from 'node:child_process';

/**
 * Fails silently, because the URL is printed too.
 * SECURITY: for development only. Other users can briefly see the URL, which has the preview's
 * token, in the arguments of the opener.
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
