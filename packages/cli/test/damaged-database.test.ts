// The doctor closes a damaged database: Windows replaces and removes no open file.
import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { begin, damage } from './backup-parts.ts';
import { cli } from './support/cli.ts';

test('doctor closes a database that it finds damaged', async () => {
  const { data } = await begin();
  const file = join(data, 'latchkey.sqlite');
  damage(file);
  await cli(['doctor', '--data', data]);
  // Elsewhere, removing the file shows whether it is open.
  const open = process.platform === 'linux' ? readdirSync('/proc/self/fd').map(pathOf) : [];
  expect(open.filter((path) => path.startsWith(file))).toEqual([]);
  rmSync(file);
});

function pathOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return ''; // of the folder that was read
  }
}
