// Tells a Linux desktop that this AppImage opens links of its scheme: nobody installs an AppImage, so it does so itself, by one file
// in the user's own folder. Keeps out wherever some other program's file handles the scheme, such as one that a package brought.
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../core/ports.ts';
import { appEnvironment } from './app-environment.ts';
import { readSmallFile, writePrivateFile } from './private-file.ts';

export interface LinkHandlerParts {
  /** undefined: none is configured any more. */
  readonly scheme: string | undefined;
  /** What the desktop calls the program. */
  readonly title: string;
  /** Names the file; one program, one name. */
  readonly appName: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Runs one of the desktop's own tools. */
  readonly run?: (program: string, args: readonly string[]) => Promise<void>;
}

/** `elsewhere`: another file handles the scheme. `none`: no AppImage, or nothing to do. */
export type LinkHandlerEnd = 'written' | 'kept' | 'removed' | 'elsewhere' | 'none' | 'failed';

const maxEntryBytes = 256 * 1024;
const waitMs = 10_000;

/** Called at each start: it also follows an AppImage that was moved. Never throws. */
export async function keepLinkHandler(parts: LinkHandlerParts): Promise<LinkHandlerEnd> {
  try {
    return await keep(parts);
  } catch {
    parts.log.warn('link-handler-failed');
    return 'failed';
  }
}

async function keep(parts: LinkHandlerParts): Promise<LinkHandlerEnd> {
  const { scheme, appName, env, run = runTool(env) } = parts;
  const { APPIMAGE: image = '', APPDIR: mounted = '', HOME: home = '' } = env;
  if (!path.isAbsolute(image) || mounted === '' || !path.isAbsolute(home)) return 'none';
  const own = folderOf(env['XDG_DATA_HOME'], path.join(home, '.local/share'));
  const file = path.join(own, `${appName.replaceAll(/[^\w.-]/g, '-')}-links.desktop`);
  const there = await readEntry(file);
  const remove = async (): Promise<void> => {
    await rm(file);
    await run('update-desktop-database', [own]);
  };
  if (scheme === undefined) {
    if (there === null) return 'none';
    await remove();
    return 'removed';
  }
  const others = [own, ...systemFolders(env, mounted)];
  if (await someOtherHandles(scheme, others, file)) {
    if (there !== null) await remove();
    return 'elsewhere';
  }
  const entry = linkEntry({ scheme, title: parts.title, image });
  if (entry === there) return 'kept';
  await writePrivateFile(file, entry);
  await run('update-desktop-database', [own]);
  // Once: whoever chooses another program for these links later has chosen.
  if (there === null)
    await run('xdg-mime', ['default', path.basename(file), `x-scheme-handler/${scheme}`]);
  return 'written';
}

/** The whole file. `image`: an absolute path. SECURITY: what follows `--` is no switch to Chromium, whatever a link is made of. */
export function linkEntry(given: {
  readonly scheme: string;
  readonly title: string;
  readonly image: string;
}): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${asString(given.title)}`,
    // Where the AppImage is gone, desktops leave this file out.
    `TryExec=${asString(given.image)}`,
    `Exec=${asString(asProgram(given.image))} -- %u`,
    'NoDisplay=true',
    'Terminal=false',
    `MimeType=x-scheme-handler/${given.scheme};`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Desktop Entry Specification 1.5, "Values": undone first when the file is read. */
function asString(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/^ /g, '\\s');
}

/** The same, "The Exec key": one argument in quotes, with no field code in it. */
function asArgument(text: string): string {
  return `"${text.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
}

/** GLib looks for a program whose name has a percent sign before it undoes `%%`: there the shell starts it, which is given it as it is. */
function asProgram(image: string): string {
  if (!image.includes('%')) return asArgument(image);
  return `/bin/sh -c ${asArgument('exec "$0" "$@"')} ${asArgument(image)}`;
}

function folderOf(data: string | undefined, otherwise: string): string {
  const folder = data !== undefined && path.isAbsolute(data) ? data : otherwise;
  return path.join(folder, 'applications');
}

/** An AppImage puts its own mounted folders first: what lies there is itself. */
function systemFolders(env: NodeJS.ProcessEnv, mounted: string): readonly string[] {
  const { XDG_DATA_DIRS: given = '' } = env;
  const folders = (given === '' ? '/usr/local/share:/usr/share' : given).split(':');
  const inside = path.join(mounted, path.sep);
  return folders
    .filter((folder) => path.isAbsolute(folder) && !path.join(folder, path.sep).startsWith(inside))
    .map((folder) => path.join(folder, 'applications'));
}

async function someOtherHandles(
  scheme: string,
  folders: readonly string[],
  own: string,
): Promise<boolean> {
  const type = `x-scheme-handler/${scheme}`;
  for (const folder of new Set(folders)) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const file = path.join(folder, name);
      if (file === own || !name.endsWith('.desktop')) continue;
      if (typesIn(await readEntry(file)).includes(type)) return true;
    }
  }
  return false;
}

function typesIn(entry: string | null): readonly string[] {
  const [, types = ''] = /^MimeType[ \t]*=(.*)$/m.exec(entry ?? '') ?? [];
  return types.split(';').map((type) => type.trim());
}

/** null: there is none, or none that could be one. */
async function readEntry(file: string): Promise<string | null> {
  const bytes = await readSmallFile(file, maxEntryBytes).catch(() => null);
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : null;
}

/** A desktop without these tools finds the file by itself, at the next sign-in at the latest. */
function runTool(env: NodeJS.ProcessEnv) {
  const runFile = promisify(execFile);
  return async (program: string, args: readonly string[]): Promise<void> => {
    const options = { env: appEnvironment(env), timeout: waitMs };
    await runFile(program, args, options).catch(() => undefined);
  };
}
