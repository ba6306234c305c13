// `npm run service -- --data DIR --port N`: builds if stale, then runs the license service.
import { canRun } from './require-node.js';

if (canRun()) void import('./run-service.js');
