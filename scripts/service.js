// `npm run service -- --data DIR --port N`: the license service in this process, built first where needed.
import { nodeIsRecent } from './require-node.js';

if (nodeIsRecent()) await import('./run-service.js');
