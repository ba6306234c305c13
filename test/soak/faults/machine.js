// The environment of a service under faults: the product in a separate process, a durable database,
// and a disk that can be filled.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../../scripts/build-if-stale.js';
import { startChild } from '../../../scripts/children.js';
import { errorCode } from '../../../packages/service/src/start-problem.ts';
import { startPostgresql } from '../../../packages/service/test/support/postgresql-server.ts';

/** @typedef {Awaited<ReturnType<typeof openMachine>>} Machine */

const program = join(root, 'bin/latchkey.js');

/**
 * @param {'sqlite' | 'postgresql'} database
 * @param {string} folder for data, log and database
 * @param {string} [otherUrl] a PostgreSQL database to use instead of starting a server
 */
export async function openMachine(database, folder, otherUrl) {
  const data = mkdtempSync(join(folder, 'data-'));
  const hasServer = database === 'postgresql' && otherUrl === undefined;
  const server = hasServer ? await serverIn(folder) : null;
  const databaseUrl = otherUrl ?? server?.address('postgres');
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env };
  for (const name of ['DATABASE_URL', 'LATCHKEY_SIGNING_KEY_FILE', 'LATCHKEY_SECRET_FILE'])
    delete env[name];
  if (databaseUrl !== undefined) {
    env['DATABASE_URL'] = databaseUrl;
    env['LATCHKEY_SIGNING_KEY_FILE'] = join(data, 'signing-key.pem');
  }
  const log = openSync(join(folder, 'log'), 'a');
  return {
    place: { dataFolder: data, databaseUrl },
    server,
    async start() {
      const args = ['--data', data, '--port', '0', '--demo', '--json', '--requests', '1000000'];
      const child = startChild(process.execPath, [program, 'serve', ...args], {
        env,
        stdout: 'pipe',
        stderr: log,
      });
      if (child.stdout === null) throw new Error('Its output is not read');
      const exited = once(child, 'exit');
      const ended = exited.then(() => Promise.reject(new Error('The service does not start')));
      const line = once(createInterface({ input: child.stdout }), 'line');
      const [text] = await Promise.race([line, ended]);
      ended.catch(() => undefined);
      const { url, app } = JSON.parse(String(text));
      return { url, app, child, exited };
    },
    async close() {
      await server?.close();
      closeSync(log);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** @param {string} folder */
async function serverIn(folder) {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await startPostgresql({ durable: true });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** A disk in memory; null: this user may not mount one. @param {number} mebibytes */
export function smallDisk(mebibytes) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  // The database runs as another user and needs access.
  chmodSync(folder, 0o755);
  const filling = join(folder, 'filling');
  return {
    folder,
    fill: () => {
      fill(filling);
    },
    free: () => {
      rmSync(filling, { force: true });
    },
    remove: () => {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes until the disk has no free block. @param {string} file */
function fill(file) {
  const handle = openSync(file, 'a');
  for (const bytes of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(bytes);
    try {
      for (;;) writeSync(handle, block);
    } catch (error) {
      if (errorCode(error) !== 'ENOSPC') throw error;
    }
  }
  closeSync(handle);
}
