// Loaded into a measured service by `--import`: writes the longest block of its main loop since the
// last signal, in ms, to the file that LATCHKEY_BENCH_DELAY names. A block is the processor time
// between two timers that are due at every turn, so a busy machine does not lengthen it.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['LATCHKEY_BENCH_DELAY'];
if (isMainThread && file !== undefined) {
  let longest = 0;
  let last = usedMs();
  setInterval(() => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(longest));
    longest = 0;
  });
}

function usedMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
