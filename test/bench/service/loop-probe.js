// Preloaded into a server. On each SIGUSR2, writes the longest block of the main loop since the
// last signal, in ms, to the file LOOP_BLOCK_FILE. Counts processor time, so that other programs on
// the machine do not change the result.
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['LOOP_BLOCK_FILE'] ?? '';

if (isMainThread) {
  let before = process.threadCpuUsage();
  let longest = 0;
  const sample = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  setInterval(sample, 1).unref();
  process.on('SIGUSR2', () => {
    // Rename into place, so that the reader never sees a partial file.
    writeFileSync(`${file}.new`, String(longest));
    renameSync(`${file}.new`, file);
    longest = 0;
  });
}
