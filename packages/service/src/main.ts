// Starts the service as an executable. The first signal stops it gracefully; the same signal again
// ends the process immediately.
import { stopSignal } from './host/processes/stop-signal.ts';
import { runService } from './host/run.ts';

const stop = stopSignal();

// `serve` is the default command.
const [command, ...rest] = process.argv.slice(2);
const argv = command === 'serve' || command === undefined ? rest : [command, ...rest];

process.exitCode = await runService(argv, process.env, process, stop);
