// Desktop files of Linux, by the Desktop Entry Specification 1.5: escaping, and reading them.
import { readSmallFile } from './private-file.ts';

const maxEntryBytes = 256 * 1024;

/** Joins the lines of a desktop file. */
export function desktopEntry(lines: readonly string[]): string {
  return `${['[Desktop Entry]', 'Type=Application', ...lines].join('\n')}\n`;
}

/** "Values" of the specification: readers of the file undo this escaping first. */
export function escapeString(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/^ /g, '\\s');
}

/** "The Exec key" of the specification: one quoted argument without field codes. */
function quoteArgument(text: string): string {
  return `"${text.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
}

/** GLib looks up a program before it undoes `%%`, so a path with `%` is started through a shell. */
export function quoteProgram(file: string): string {
  if (!file.includes('%')) return quoteArgument(file);
  return `/bin/sh -c ${quoteArgument('exec "$0" "$@"')} ${quoteArgument(file)}`;
}

/** Returns null if the file is missing, too large or unreadable. */
export async function readEntry(file: string): Promise<string | null> {
  const bytes = await readSmallFile(file, maxEntryBytes).catch(() => null);
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : null;
}
