// `npm run dev`: npm start again and again, rebuilt, whenever a source changes. Takes the same arguments.
import { nodeIsRecent } from './require-node.js';

if (nodeIsRecent()) await import('./start-on-change.js');
