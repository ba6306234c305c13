// Reads the longest block of a measured service's main loop.
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const probe = new URL('loop-probe.js', import.meta.url).href;

/**
 * The environment of a service whose blocks are measured.
 * @param {string} file for the result; it need not exist
 */
export function probed(file) {
  return { NODE_OPTIONS: `--import ${probe}`, LOOP_BLOCK_FILE: file };
}

/**
 * The longest block since the last call, in ms.
 * @param {number} pid
 * @param {string} file
 */
export async function longestBlock(pid, file) {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 400; tries += 1) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return Number(text);
    await pause(5);
  }
  throw new Error('The service did not report its longest block');
}
