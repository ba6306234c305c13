// Starts this program when the user signs in to the system: on Linux by a desktop file in the
// autostart folder (Desktop Application Autostart Specification 0.5), on Windows and macOS by
// Electron's login items.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Autostart, Log } from '../core/ports.ts';
import { desktopEntry, escapeString, quoteProgram, readEntry } from './desktop-entry.ts';
import { findOwnAppImage } from './own-app-image.ts';
import { writePrivateFile } from './private-file.ts';

export interface AutostartParts {
  /** The used part of Electron's `app`. */
  readonly app: {
    readonly getName: () => string;
    readonly getLoginItemSettings: () => {
      readonly openAtLogin: boolean;
      /** Windows: false also if the user turned the entry off in the Task Manager. */
      readonly executableWillLaunchAtLogin: boolean;
    };
    readonly setLoginItemSettings: (settings: { readonly openAtLogin: boolean }) => void;
  };
  /** The program's name on the desktop. */
  readonly title: string;
  readonly process: Pick<NodeJS.Process, 'platform' | 'env' | 'execPath'>;
  readonly log: Log;
}

/** Returns null if the user's autostart folder is unknown. */
export function createAutostart(parts: AutostartParts): Autostart | null {
  if (parts.process.platform !== 'linux') return loginItem(parts);
  const file = autostartFile(parts);
  return file === null ? null : autostartEntry(file, parts);
}

function loginItem({ app, process: { platform }, log }: AutostartParts): Autostart {
  const isOn = (): boolean => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings();
    return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin;
  };
  return {
    isOn: () => Promise.resolve(isOn()),
    set(on) {
      app.setLoginItemSettings({ openAtLogin: on });
      const done = isOn() === on;
      if (!done) log.warn('autostart-failed');
      return Promise.resolve(done);
    },
  };
}

function autostartFile({ app, process: { env } }: AutostartParts): string | null {
  const { XDG_CONFIG_HOME: given = '', HOME: home = '' } = env;
  const folder = path.isAbsolute(given) ? given : path.join(home, '.config');
  if (!path.isAbsolute(folder)) return null;
  return path.join(folder, 'autostart', `${app.getName().replaceAll(/[^\w.-]/g, '-')}.desktop`);
}

function autostartEntry(
  file: string,
  { title, process, log }: Omit<AutostartParts, 'app'>,
): Autostart {
  const program = findOwnAppImage(process) ?? process.execPath;
  const entry = desktopEntry([
    `Name=${escapeString(title)}`,
    // Desktops ignore this file if the program is gone.
    `TryExec=${escapeString(program)}`,
    `Exec=${escapeString(quoteProgram(program))}`,
    'Terminal=false',
  ]);
  return {
    async isOn() {
      const existing = await readEntry(file);
      if (existing === null || isDisabled(existing)) return false;
      // The program may have been moved or updated since.
      if (existing !== entry)
        await writePrivateFile(file, entry).catch(() => log.warn('autostart-failed'));
      return true;
    },
    async set(on) {
      try {
        await (on ? writePrivateFile(file, entry) : rm(file, { force: true }));
        return true;
      } catch {
        log.warn('autostart-failed');
        return false;
      }
    },
  };
}

/** A desktop writes one of these lines when the user turns the entry off in its settings. */
function isDisabled(entry: string): boolean {
  return /^(?:Hidden[ \t]*=[ \t]*true|X-GNOME-Autostart-enabled[ \t]*=[ \t]*false)[ \t]*$/im.test(
    entry,
  );
}
