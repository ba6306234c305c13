// `npm run package [-- ARGUMENTS FOR ELECTRON-BUILDER]`: builds the packages for users into dist/.
import { canRun } from './require-node.js';

if (canRun()) void import('./build-package.js');
