// `npm run sdks`: tests the clients in other languages.
import { canRun } from './require-node.js';

if (canRun()) void import('./sdks/main.ts');
