// Builds and reads desktop files of Linux (Desktop Entry Specification 1.5).
import { readSmallFile } from './private-file.ts';

const maxEntryBytes = 256 * 1024;

/** Returns a desktop file with the given lines after its header. */
export function desktopEntry(lines: readonly string[]): string {
  return `${['[Desktop Entry]', 'Type=Application', ...lines].join('\n')}\n`;
}

/** Escapes a value as section "Values" requires. Readers of the file undo this escaping first. */
export function escapeString(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/^ /g, '\\s');
}

/** Quotes one argument as section "The Exec key" requires, without field codes. */
function quoteArgument(text: string): string {
  return `"${text.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
}

/**
 * GLib looks up a program before it undoes `%%`, so a path with `%` is started through a shell. A
 * plain path gets no quotes, because xdg-open does not read them on systems without a desktop.
 */
export function quoteProgram(file: string): string {
  if (/^[\w./-]+$/.test(file)) return file;
  if (!file.includes('%')) return quoteArgument(file);
  return `/bin/sh -c ${quoteArgument('exec "$0" "$@"')} ${quoteArgument(file)}`;
}

/** Returns null if the file is missing, too large or unreadable. */
export async function readEntry(file: string): Promise<string | null> {
  const bytes = await readSmallFile(file, maxEntryBytes).catch(() => null);
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : null;
}
