// Preloaded into a measured process: prints its peak memory at exit. Read from /proc, because the
// usual figure of a process (maxRSS) begins with that of its parent.
import { readFileSync } from 'node:fs';

process.once('exit', () => {
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  process.stderr.write(`peak KiB: ${peak}\n`);
});
