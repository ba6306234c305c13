// `npm run dev`: runs `npm start` and restarts it when a source changes. Takes the same arguments.
import { canRun } from './require-node.js';

if (canRun()) void import('./start-on-change.js');
