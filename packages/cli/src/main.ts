// Entry point of `latchkey`. After the first signal, the command finishes its current step. The
// second signal ends the process.
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from './run.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    stop.abort();
  });
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCli(process.argv.slice(2), process, {
  env: process.env,
  stop: stop.signal,
  wait: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined),
});
