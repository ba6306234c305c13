// `npm test`: every check and every suite that can run on this machine.
import { nodeIsRecent } from './require-node.js';

if (nodeIsRecent()) await import('./run-tests.js');
