// Include and call: real arguments, streams, signals and time. The first signal lets a command finish what it is at; a second one
// ends the process at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from './run.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    stop.abort();
  });
// Who reads us may have had enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCli(process.argv.slice(2), process, {
  env: process.env,
  stop: stop.signal,
  wait: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined),
});
