// Records the last drill in the data folder, for `latchkey doctor`.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const lastDrillName = 'last-drill';

export interface LastDrill {
  readonly at: Date;
  readonly isGood: boolean;
}

export function recordDrill(dataFolder: string, { at, isGood }: LastDrill): void {
  if (!existsSync(dataFolder)) return;
  const draft = join(dataFolder, `${lastDrillName}.new`);
  writeFileSync(draft, `${at.toISOString()}\n${isGood ? 'good' : 'bad'}\n`, { mode: 0o600 });
  renameSync(draft, join(dataFolder, lastDrillName));
}

/** Returns null if no drill is recorded. */
export function readLastDrill(dataFolder: string): LastDrill | null {
  const file = join(dataFolder, lastDrillName);
  const [at = '', result] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return Number.isNaN(Date.parse(at)) ? null : { at: new Date(at), isGood: result === 'good' };
}
