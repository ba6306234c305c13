// `npm run bench`: measures speed and memory, and exits with 1 if a limit is exceeded.
import { canRun } from './require-node.js';

if (canRun()) void import('../test/bench/run-bench.js');
