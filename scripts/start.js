// `npm start [-- --config FILE] [-- --json]`: the loader, with a demo service unless a configuration is given.
import { canRun } from './require-node.js';

if (canRun()) void import('./start-loader.js');
