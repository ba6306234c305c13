// Writes the settings of a mail server into a file.
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function settingsFile(settings: unknown, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'smtp.json');
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
  chmodSync(file, mode);
  return file;
}
