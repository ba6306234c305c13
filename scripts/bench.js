// `npm run bench`: measures speed and memory against their bounds; exit code 1 when one is broken.
import { nodeIsRecent } from './require-node.js';

if (nodeIsRecent()) await import('../test/bench/run-bench.js');
