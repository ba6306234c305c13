// `npm run soak [-- PART]`: runs the long tests, or one part of them, for at most 60 minutes.
// Options: `--minutes N`, `--seed N` to repeat a run; for the parts `size` and `one-user` also
// `--users N` and `--database sqlite|postgresql`.
import { canRun } from './require-node.js';

if (canRun()) void import('../test/soak/run-soak.js');
