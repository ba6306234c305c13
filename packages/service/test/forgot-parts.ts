// Writes the settings of a mail server into a file.
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes text and bytes unchanged, and anything else as JSON. */
export function settingsFile(settings: unknown, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'smtp.json');
  const isRaw = typeof settings === 'string' || settings instanceof Uint8Array;
  writeFileSync(file, isRaw ? settings : JSON.stringify(settings));
  chmodSync(file, mode);
  return file;
}
