// Provides what the command line needs to print its help and to ask a service over HTTP. Imports no
// database code, which takes longer to load than such a command takes to run.
export { ArgumentParser, argumentParser } from './argument-parser.ts';
export { serviceCommand } from './command-line.ts';
export { stopSignal } from './processes/stop-signal.ts';
export { maskKey } from '../secrets/key-mask.ts';
