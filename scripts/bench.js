// `npm run bench`: measures speed and memory; exits with 1 when a limit is exceeded.
import { canRun } from './require-node.js';

if (canRun()) void import('../test/bench/run-bench.js');
