// Include and call: real arguments, variables, streams and signals. A second signal ends the process at once.
import { runService } from './host/run.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    stop.abort();
  });

process.exitCode = await runService(process.argv.slice(2), process.env, process, stop.signal);
