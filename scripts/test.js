// `npm test` and `npm run test:all`: run the checks and the suites that this machine can run.
import { canRun } from './require-node.js';

if (canRun()) void import('./run-tests.js');
