// Registers this AppImage for links of its scheme, with a desktop file in the user's folder, unless
// another desktop file handles the scheme.
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../core/ports.ts';
import { appEnvironment } from './app-environment.ts';
import { desktopEntry, escapeString, quoteProgram, readEntry } from './desktop-entry.ts';
import { writePrivateFile } from './private-file.ts';

export interface LinkHandlerParts {
  /** Undefined if no scheme is configured. */
  readonly scheme: string | undefined;
  /** The name in the loader's desktop entry: the brand's name. */
  readonly title: string;
  /** Unique per loader. The desktop file's name begins with it. */
  readonly appName: string;
  /** The AppImage that runs; null if this program is no AppImage. */
  readonly image: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Runs a tool of the desktop. Tests replace it. */
  readonly run?: (program: string, args: readonly string[]) => Promise<void>;
}

/** `elsewhere`: another file handles the scheme. `none`: not an AppImage, or nothing to do. */
export type LinkHandlerResult =
  | 'written'
  | 'unchanged'
  | 'removed'
  | 'elsewhere'
  | 'none'
  | 'failed';

const waitMs = 10_000;

/** Called at each start, because the AppImage may have been moved. Never throws. */
export async function registerLinkHandler(parts: LinkHandlerParts): Promise<LinkHandlerResult> {
  try {
    return await updateHandler(parts);
  } catch {
    parts.log.warn('link-handler-failed');
    return 'failed';
  }
}

async function updateHandler(parts: LinkHandlerParts): Promise<LinkHandlerResult> {
  const { scheme, appName, image, env, run = runTool(env) } = parts;
  const { APPDIR: mounted = '', HOME: home = '' } = env;
  if (image === null || !path.isAbsolute(home)) return 'none';
  const ownFolder = applicationsFolder(env['XDG_DATA_HOME'], path.join(home, '.local/share'));
  const file = path.join(ownFolder, `${appName.replaceAll(/[^\w.-]/g, '-')}-links.desktop`);
  const existing = await readEntry(file);
  const remove = async (): Promise<void> => {
    await rm(file);
    await run('update-desktop-database', [ownFolder]);
  };
  if (scheme === undefined) {
    if (existing === null) return 'none';
    await remove();
    return 'removed';
  }
  const folders = [ownFolder, ...systemFolders(env, mounted)];
  if (await isHandledElsewhere(scheme, folders, file)) {
    if (existing !== null) await remove();
    return 'elsewhere';
  }
  const entry = linkEntry({ scheme, title: parts.title, image });
  if (entry === existing) return 'unchanged';
  await writePrivateFile(file, entry);
  await run('update-desktop-database', [ownFolder]);
  // Set only once, so that it never overrides a program that the user chooses later.
  if (existing === null)
    await run('xdg-mime', ['default', path.basename(file), `x-scheme-handler/${scheme}`]);
  return 'written';
}

/**
 * Returns the content of the desktop file. `image`: an absolute path.
 * SECURITY: Chromium reads no switches after `--`, whatever the link contains.
 */
export function linkEntry(given: {
  readonly scheme: string;
  readonly title: string;
  readonly image: string;
}): string {
  return desktopEntry([
    `Name=${escapeString(given.title)}`,
    // Desktops ignore this file if the AppImage is gone.
    `TryExec=${escapeString(given.image)}`,
    `Exec=${escapeString(quoteProgram(given.image))} -- %u`,
    'NoDisplay=true',
    'Terminal=false',
    `MimeType=x-scheme-handler/${given.scheme};`,
  ]);
}

function applicationsFolder(data: string | undefined, fallback: string): string {
  const folder = data !== undefined && path.isAbsolute(data) ? data : fallback;
  return path.join(folder, 'applications');
}

/** Skips the mounted folders that the AppImage runtime prepends to XDG_DATA_DIRS. */
function systemFolders(env: NodeJS.ProcessEnv, mounted: string): readonly string[] {
  const { XDG_DATA_DIRS: given = '' } = env;
  const folders = (given === '' ? '/usr/local/share:/usr/share' : given).split(':');
  const inside = path.join(mounted, path.sep);
  return folders
    .filter((folder) => path.isAbsolute(folder) && !path.join(folder, path.sep).startsWith(inside))
    .map((folder) => path.join(folder, 'applications'));
}

async function isHandledElsewhere(
  scheme: string,
  folders: readonly string[],
  ownFile: string,
): Promise<boolean> {
  const type = `x-scheme-handler/${scheme}`;
  for (const folder of new Set(folders)) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const file = path.join(folder, name);
      if (file === ownFile || !name.endsWith('.desktop')) continue;
      if (mimeTypesOf(await readEntry(file)).includes(type)) return true;
    }
  }
  return false;
}

function mimeTypesOf(entry: string | null): readonly string[] {
  const [, types = ''] = /^MimeType[ \t]*=(.*)$/m.exec(entry ?? '') ?? [];
  return types.split(';').map((type) => type.trim());
}

/** Ignores errors of tools, because the desktop also reads the file when it starts. */
function runTool(env: NodeJS.ProcessEnv) {
  const runFile = promisify(execFile);
  return async (program: string, args: readonly string[]): Promise<void> => {
    const options = { env: appEnvironment(env), timeout: waitMs };
    await runFile(program, args, options).catch(() => undefined);
  };
}
