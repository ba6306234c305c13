// `npm run soak [-- PART]`: runs the long tests, or one part of them, for at most 60 minutes. The
// options are `--minutes N`, and `--seed N` to repeat a run. The parts `size` and `one-user` also
// take `--users N` and `--database sqlite|postgresql`, and `failover` takes `--times N`.
import { canRun } from './require-node.js';

if (canRun()) void import('../test/soak/run-soak.js');
