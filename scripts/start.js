// `npm start [-- --brand NAME] [-- --config FILE] [-- --json]`: opens the loader, by default with a
// demo service.
import { canRun } from './require-node.js';

if (canRun()) void import('./start-loader.js');
