// `npm run service -- --data DIR --port N`: the license service in this process, built first where needed.
import { canRun } from './require-node.js';

if (canRun()) void import('./run-service.js');
