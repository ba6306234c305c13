// `npm start [-- --brand NAME] [-- --config FILE] [-- --program LANGUAGE] [-- --json]`: opens the
// loader, by default with a demo service.
import { canRun } from './require-node.js';

if (canRun()) void import('./start-loader.js');
