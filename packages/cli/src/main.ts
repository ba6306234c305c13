// Entry point of `latchkey`. After the first signal, the command finishes its current step. The
// second signal ends the process.
import { setTimeout as sleep } from 'node:timers/promises';
import { stopSignal } from '@latchkey/service/command-line';
import { runCli } from './run.ts';

const stop = stopSignal();
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCli(process.argv.slice(2), process, {
  env: process.env,
  stop,
  wait: (ms) => sleep(ms, undefined, { signal: stop }).catch(() => undefined),
});
