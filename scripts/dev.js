// `npm run dev`: npm start again and again, rebuilt, whenever a source changes. Takes the same arguments.
import { canRun } from './require-node.js';

if (canRun()) void import('./start-on-change.js');
