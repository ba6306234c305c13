// Makes Chromium trust a certificate through the certificate store in the user's home.
import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Certificate } from '../adapters/self-signed.ts';
import { giveToElectronUser } from './electron-process.ts';

const run = promisify(execFile);

/** Call it once for a home. Needs certutil, which test/support/setup-debian.sh installs. */
export async function trustIn(
  home: string,
  ...certificates: readonly Certificate[]
): Promise<void> {
  const store = path.join(home, '.pki', 'nssdb');
  const file = path.join(home, 'trusted.pem');
  await mkdir(store, { recursive: true });
  await run('certutil', ['-N', '-d', `sql:${store}`, '--empty-password']);
  for (const [at, { cert }] of certificates.entries()) {
    await writeFile(file, cert);
    await run('certutil', [
      '-A',
      '-d',
      `sql:${store}`,
      '-n',
      `test ${at}`,
      '-t',
      'C,,',
      '-i',
      file,
    ]);
  }
  const names = await readdir(store);
  const places = [path.dirname(store), store, ...names.map((name) => path.join(store, name))];
  await Promise.all(places.map(giveToElectronUser));
}
