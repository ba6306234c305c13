// `npm run bench`: measures speed and memory against their bounds; exit code 1 when one is broken.
import { canRun } from './require-node.js';

if (canRun()) void import('../test/bench/run-bench.js');
