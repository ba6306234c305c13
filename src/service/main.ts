// Include and call: real arguments, variables, streams and signals. A second signal ends the process at once.
import { setFlagsFromString } from 'node:v8';

// What a request makes is garbage with its answer. V8 would let the space for new objects grow to 64 MB under load, which makes
// nothing faster here (`npm run bench -- --against` measures both). It reads this flag whenever it would grow that space; the
// modules are read with it too, so it comes before them.
setFlagsFromString('--semi-space-growth-factor=1');

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    stop.abort();
  });

const { runService } = await import('./host/run.ts');
process.exitCode = await runService(process.argv.slice(2), process.env, process, stop.signal);
