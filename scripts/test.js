// `npm test`: every check and every suite that can run on this machine.
import { canRun } from './require-node.js';

if (canRun()) void import('./run-tests.js');
