// A data folder with a service that makes backups.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cli, temporaryFolder } from './support/cli.ts';

/** An application in a folder of its own, with its seller key; no service runs. */
export async function begin() {
  const data = join(temporaryFolder(), 'data');
  const made = await cli(['app', 'create', '--data', data, '--name', 'My App', '--json']);
  const { sellerkey, publicKey } = made.json();
  return { data, sellerkey: String(sellerkey), publicKey: String(publicKey) };
}

export const backUp = (data: string, out: string) => cli(['backup', '--data', data, '--out', out]);

/** In the middle, where tables are. */
export function damage(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(8192, 0xff), 0, 8192, 16 * 4096);
  closeSync(handle);
}
