// `npm run soak`: the long tests; `npm run soak -- PART` one part of them, 60 minutes at most (`--minutes N`), `--seed N` again, `--users N` and `--database sqlite|postgresql` for the parts `size` and `one-user`.
import { canRun } from './require-node.js';

if (canRun()) void import('../test/soak/run-soak.js');
