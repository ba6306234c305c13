// Finds the programs of Windows, so that none from the PATH runs in their place.
import { win32 } from 'node:path';

export function systemRoot(): string {
  return process.env['SystemRoot'] ?? 'C:\\Windows';
}

/** Returns a file of the system's own architecture, also for a 32-bit loader on 64-bit Windows. */
export function systemFile(...names: readonly string[]): string {
  const isEmulated = process.env['PROCESSOR_ARCHITEW6432'] !== undefined;
  return win32.join(systemRoot(), isEmulated ? 'Sysnative' : 'System32', ...names);
}
