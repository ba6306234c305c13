// Opens the preview in the default browser if a user can see it.
import { spawn } from 'node:child_process';

/**
 * Needs a terminal and a display. Fails silently, because the address is printed too.
 * SECURITY: the address contains the preview's token and is visible briefly as an argument of the
 * opener; development only.
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
