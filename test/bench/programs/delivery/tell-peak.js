// Imported into a process that is measured: says at its end how much memory it took at most. By what the system says of its own memory:
// the usual figure of a process begins with that of the process that started it.
import { readFileSync } from 'node:fs';

process.once('exit', () => {
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  process.stderr.write(`peak KiB: ${peak}\n`);
});
