// `npm start [-- --config FILE] [-- --json]`: the loader, with a demo service unless a configuration is given.
import { nodeIsRecent } from './require-node.js';

if (nodeIsRecent()) await import('./start-loader.js');
