// `npm run package [-- electron-builder's own arguments]`: builds, then packs what a seller hands out into dist/.
import { canRun } from './require-node.js';

if (canRun()) void import('./build-package.js');
