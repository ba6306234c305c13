// `npm run brand -- new|import NAME`: makes the folder from which a seller's package is built.
import { canRun } from './require-node.js';

if (canRun()) void import('./brand/main.ts');
