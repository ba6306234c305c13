// Include and call: real arguments, variables, streams and signals. A second signal ends the process at once.
import { runService } from './host/run.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    stop.abort();
  });

// `latchkey-service serve ...` is `latchkey-service ...`.
const [command, ...rest] = process.argv.slice(2);
const argv = command === 'serve' || command === undefined ? rest : [command, ...rest];

process.exitCode = await runService(argv, process.env, process, stop.signal);
