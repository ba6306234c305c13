// Helpers of the backup tests: a data folder, a backup of it, and damage to a file.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cli, temporaryFolder } from './support/cli.ts';

/** Creates an application in a new data folder. No service runs. */
export async function begin() {
  const data = join(temporaryFolder(), 'data');
  const created = await cli(['app', 'create', '--data', data, '--name', 'My App', '--json']);
  const { sellerkey, publicKey } = created.json();
  return { data, sellerkey: String(sellerkey), publicKey: String(publicKey) };
}

export const backUp = (data: string, out: string) => cli(['backup', '--data', data, '--out', out]);

/** Overwrites the middle of a database file, where tables are. */
export function damage(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(8192, 0xff), 0, 8192, 16 * 4096);
  closeSync(handle);
}
