// Loaded into a measured service by `--import`: writes the longest block of its main loop since the
// last signal to the file that LATCHKEY_BENCH_DELAY names.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env['LATCHKEY_BENCH_DELAY'];
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(delay.max / 1e6));
    delay.reset();
  });
}
