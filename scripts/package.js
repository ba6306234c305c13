// `npm run package [-- electron-builder's own arguments]`: builds, then packs what a seller hands out into dist/.
import { nodeIsRecent } from './require-node.js';

if (nodeIsRecent()) await import('./build-package.js');
