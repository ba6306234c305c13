// `npm run service -- --data DIR --port N`: builds if the build is stale, and runs the service.
import { canRun } from './require-node.js';

if (canRun()) void import('./run-service.js');
